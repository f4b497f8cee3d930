import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addIgnoreOriginRule } from '../../src/rules/change-ignore-origin-rules.ts'
import { isOriginIgnored } from '../../src/rules/ignore-origin-match.ts'
import { testApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { leadingTo } from '../support/site.ts'

for (const dialect of DIALECTS) {
  test(`rules for origins, ${dialect}`, async (t) => {
    const { alice, bob, carol, save, site, services } = await testApp(t, dialect)
    const originOf = async (user: typeof alice, path: string) => {
      site.page(path, leadingTo(`/article${path}`))
      const entry = await save(user, `${site.url}${path}`)
      assert.equal(entry['url'], `${site.url}/article${path}`)
      return entry['origin_url']
    }

    await t.test('a redirect from an address that a rule names leaves no origin', async () => {
      assert.equal(await originOf(alice, '/before'), `${site.url}/before`)
      await addIgnoreOriginRule(services, alice.id, String.raw`_all ~ "^http://[\d.]+:\d+/S/"`)
      assert.equal(await originOf(alice, '/s/1'), null)
      assert.equal(await originOf(alice, '/x/s/1'), `${site.url}/x/s/1`)
      assert.equal(await originOf(bob, '/s/2'), `${site.url}/s/2`)
      await addIgnoreOriginRule(services, bob.id, `host = "${new URL(site.url).hostname}"`)
      assert.equal(await originOf(bob, '/s/3'), null)
    })

    await t.test('an existing origin stays', async () => {
      site.page('/s/4', leadingTo('/article/s/4'))
      const origin = 'https://example.org/from'
      assert.equal((await save(alice, `${site.url}/s/4`, { origin_url: origin }))['origin_url'], origin)
    })

    await t.test('the rules of the instance apply to all users', async () => {
      const cases = {
        'http://feedproxy.google.com/~r/x': true,
        'https://FEEDS.reuters.com/x': true,
        'https://www.lemonde.fr/tiny/1': true,
        'https://example.org/feedproxy.google.com': false,
        'https://www.lemonde.fr/article/1': false,
      }
      for (const [address, isIgnored] of Object.entries(cases)) {
        assert.equal(await services.database.read((db) => isOriginIgnored(db, bob.id, address)), isIgnored, address)
      }
    })

    await t.test('a user has at most fifty', async () => {
      for (let rule = 1; rule <= 50; rule++) await addIgnoreOriginRule(services, carol.id, `host = "h${rule}.example"`)
      await assert.rejects(addIgnoreOriginRule(services, carol.id, 'host = "more.example"'), /at most 50 rules/)
      await addIgnoreOriginRule(services, carol.id, 'host = "h1.example"')
    })
  })
}
