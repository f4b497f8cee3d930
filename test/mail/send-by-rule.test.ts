import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { testApp, type TestApp } from '../support/app.ts'
import { readZip } from '../../src/exports/epub/read-zip.fixture.ts'
import { answering } from '../support/site.ts'
import { DIALECTS } from '../support/database.ts'
import { hiddenField } from '../web/inject-browser.fixture.ts'
import { until } from '../web/import-upload.fixture.ts'
import { mailReader, mailSettings, settledDeliveries } from './mail-reader.fixture.ts'
import { startMailServer, type MailServer } from './mail-server.fixture.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: sending by rule`, async (t) => {
    const server = await startMailServer(t)
    const app = await testApp(t, dialect, { environment: mailSettings(server) })
    await newEntries(t, app, server)
    await changes(t, app)
  })
}

/** A picture of one pixel (GIF89a). */
const PIXEL = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')

const RULE = { rule: 'title:Article OR title:Given', language: 'query', tags: 'sent' }

async function newEntries(t: TestContext, app: TestApp, server: MailServer): Promise<void> {
  await t.test('new entries that match are sent once, those of an import are not', async () => {
    const { user, browser, address } = await mailReader(app)
    const page = (await browser.get('/config/rules')).body
    assert.match(page, /name="tagging_rule\[send_to\]"/)
    const fields = Object.entries({
      ...RULE,
      send_to: String(address),
      _token: hiddenField(page, 'tagging_rule[_token]'),
    })
    const form = Object.fromEntries(fields.map(([name, value]) => [`tagging_rule[${name}]`, value]))
    assert.equal((await browser.post('/config', form)).statusCode, 303)
    assert.match((await browser.get('/config/rules')).body, /Sends to Kindle/)

    const given = { title: 'Given', content: '<p>Given text</p>' }
    await app.save(user, 'https://a.example/given', given)
    assert.deepEqual(
      (await server.take(1)).map(({ subject }) => subject),
      ['Given'],
    )
    await app.save(user, 'https://a.example/given', { ...given, content: '<p>Given text, changed</p>' })
    await app.save(user, 'https://a.example/other', { title: 'Other', content: '<p>Other text</p>' })

    app.site.page('/img/wall.jpg', answering(PIXEL, 'image/gif'))
    const { id } = await app.save(user, `${app.site.url}/article/1`)
    const [fetched] = await server.take(1)
    assert.equal(fetched!.subject, 'Article 1')
    assert.ok(
      readZip(fetched!.book).some(({ bytes }) => bytes.equals(PIXEL)),
      'the mail has waited for the picture',
    )
    const reloaded = await app.ask(user, { method: 'PATCH', url: `/api/entries/${id}/reload` })
    assert.equal(reloaded.statusCode, 200)

    const payload = JSON.stringify([{ href: `${app.site.url}/article/2` }])
    const headers = { 'content-type': 'application/octet-stream' }
    await app.ask(user, { method: 'POST', url: '/api/imports?format=pinboard', payload, headers })
    const tagged = () => app.ask(user, { url: '/api/entries?tags=sent' })
    await until(tagged, (answer) => answer.json<{ total: number }>().total === 3)
    assert.deepEqual(
      (await settledDeliveries(app, user)).map(({ title, kind }) => [title, kind]),
      [
        ['Article 1', 'rule'],
        ['Given', 'rule'],
      ],
    )
    assert.deepEqual(server.mails, [])
  })

  await t.test('above the limit of the day, the entry is listed as not sent, and can be repeated', async () => {
    const { user, post, address } = await mailReader(app)
    await app.ask(user, { method: 'POST', url: '/api/taggingrules', payload: { ...RULE, send_to: address } })
    const row = { user_id: user.id, address_id: address, kind: 'hand', title: 'x', state: 'sent', parts: 50 }
    await app.database.transaction((tx) =>
      tx
        .insertInto('delivery')
        .values({ ...row, message_key: 'k', requested_at: new Date().toISOString() })
        .execute(),
    )
    await app.save(user, 'https://a.example/given', { title: 'Given', content: '<p>Given text</p>' })
    const found = (await settledDeliveries(app, user)).find(({ title }) => title === 'Given')!
    assert.deepEqual([found.state, found.reason], ['failed', 'limit'])
    assert.equal((await post('/config/mail/deliveries/repeat', { id: String(found.id) })).statusCode, 429)
    await app.database.transaction((tx) => tx.deleteFrom('delivery').where('message_key', '=', 'k').execute())
    assert.equal((await post('/config/mail/deliveries/repeat', { id: String(found.id) })).statusCode, 303)
    await server.take(1)
  })
}

interface WireRule {
  readonly id: number
  readonly send_to?: number
}

async function changes(t: TestContext, app: TestApp): Promise<void> {
  await t.test(
    'a rule sends only to an own, confirmed address, keeps it, and loses it when it is deleted',
    async () => {
      const { user, browser, post, address } = await mailReader(app)
      const other = await mailReader(app)
      const add = (send_to: unknown) =>
        app.ask(user, { method: 'POST', url: '/api/taggingrules', payload: { ...RULE, send_to } })
      await post('/config/mail/addresses', { address: 'ann@example.org' })
      for (const wrong of [other.address, address + 1000, 'x', -1, 1.5]) {
        assert.equal((await add(wrong)).statusCode, 400, String(wrong))
      }
      const { id, send_to } = (await add(address)).json<WireRule>()
      assert.equal(send_to, address)
      const put = async (payload: object) => {
        const answer = await app.ask(user, {
          method: 'PUT',
          url: `/api/taggingrules/${id}`,
          payload: { ...RULE, ...payload },
        })
        return answer.json<WireRule>().send_to
      }
      assert.equal(await put({ tags: 'more' }), address, 'clients that do not know addresses change nothing')
      assert.equal(await put({ send_to: null }), undefined)
      assert.equal(await put({ send_to: address }), address)
      const exported = (await app.ask(user, { url: '/api/taggingrule/export?queries=1' })).body
      assert.ok(!exported.includes('send'), exported)

      const token = hiddenField((await browser.get('/config/rules')).body, 'token')
      await browser.post(`/tagging-rule/delete/${id}`, { token })
      await browser.post('/undo', { token, action: browser.cookies.get('undo')!, back: '/config/rules' })
      const rulesNow = async () => (await app.ask(user, { url: '/api/taggingrules' })).json<WireRule[]>()
      assert.deepEqual(
        (await rulesNow()).map((rule) => rule.send_to),
        [address],
      )
      await post('/config/mail/addresses/delete', { id: String(address) })
      assert.deepEqual(
        (await rulesNow()).map((rule) => rule.send_to),
        [undefined],
      )
    },
  )
}
