import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { testApp, type TestApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { answering, articlePage, NEWS } from '../support/site.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: rules for sites are stored by user, and used when a page is fetched`, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'site-rules-'))
    t.after(() => rm(folder, { recursive: true }))
    const app = await testApp(t, dialect, { environment: { DOGEAR_SITE_RULES_DIR: folder } })
    await keeping(t, app)
    await using(t, app, folder)
    await pages(t, app)
  })
}

const put = (app: TestApp, host: string, rules: string, actor = app.alice) =>
  app.ask(actor, { method: 'PUT', url: `/api/site-rules/${host}`, payload: { rules } })
const get = (app: TestApp, path = '', actor = app.alice) => app.ask(actor, { url: `/api/site-rules${path}` })

async function keeping(t: TestContext, app: TestApp): Promise<void> {
  await t.test('rules are stored by host, listed, replaced and deleted', async () => {
    const stored = await put(app, 'WWW.Example.com', 'title: //h1')
    assert.deepEqual([stored.statusCode, stored.json().host, stored.json().rules], [200, 'example.com', 'title: //h1'])
    await put(app, '.example.org', 'title: //h2')
    await put(app, 'example.com', 'title: //h3')
    const hosts = (await get(app)).json<{ host: string; rules: string }[]>()
    assert.deepEqual(
      hosts.map(({ host, rules }) => [host, rules]),
      [
        ['.example.org', 'title: //h2'],
        ['example.com', 'title: //h3'],
      ],
    )
    assert.equal((await get(app, '/example.com')).json().rules, 'title: //h3')
    const deleted = await app.ask(app.alice, { method: 'DELETE', url: '/api/site-rules/example.com' })
    assert.deepEqual([deleted.statusCode, deleted.json().host], [200, 'example.com'])
    assert.equal((await get(app, '/example.com')).statusCode, 404)
  })
  await t.test('users do not see rules of others', async () => {
    assert.deepEqual((await get(app, '', app.bob)).json(), [])
    assert.equal((await get(app, '/.example.org', app.bob)).statusCode, 404)
  })
  await t.test('broken rules are refused line by line, and so are invalid hosts', async () => {
    const refused = await put(app, 'example.com', 'title: //h1\nbody: //div[\nbdy: x')
    assert.equal(refused.statusCode, 400)
    assert.match(refused.body, /line 2: .*not closed; line 3: there is no rule bdy/)
    assert.equal((await put(app, 'not%20a%20host', 'title: //h1')).statusCode, 400)
    assert.equal((await get(app, '/example.com')).statusCode, 404)
  })
}

const titled = (title: string, extra = '') =>
  answering(articlePage(NEWS).replace('<footer>', `<h6 class="own">${title}</h6>${extra}<footer>`))

async function using(t: TestContext, app: TestApp, folder: string): Promise<void> {
  await t.test("the operator's folder counts, and is read again when it changes", async () => {
    app.site.page('/ruled', titled('From the folder'))
    await writeFile(join(folder, '127.0.0.1.txt'), "title: //h6[@class='own']\n")
    assert.equal((await app.save(app.alice, `${app.site.url}/ruled`))['title'], 'From the folder')
    await writeFile(join(folder, '127.0.0.1.txt'), "title: concat(//h6[@class='own'], ', again')\n")
    app.site.page('/ruled-again', titled('From the folder'))
    assert.equal((await app.save(app.alice, `${app.site.url}/ruled-again`))['title'], 'From the folder, again')
  })
  await t.test("the user's own rules come before those of the folder, for that user only", async () => {
    await writeFile(join(folder, '127.0.0.1.txt'), "title: concat(//h6[@class='own'], ', again')\n")
    await put(app, '127.0.0.1', "author: //h6[@class='own']")
    app.site.page('/own', titled('Ann Lee'))
    const own = await app.save(app.alice, `${app.site.url}/own`)
    assert.deepEqual([own['title'], own['published_by']], [NEWS.title, ['Ann Lee']])
    assert.equal((await app.save(app.bob, `${app.site.url}/own`))['title'], 'Ann Lee, again')
    await app.ask(app.alice, { method: 'DELETE', url: '/api/site-rules/127.0.0.1' })
  })
}

async function pages(t: TestContext, app: TestApp): Promise<void> {
  await t.test('an article of two pages is one entry', async () => {
    app.site.page('/long', answering(articlePage(NEWS).replace('<footer>', '<a href="/long/2">2</a><footer>')))
    app.site.page('/long/2', answering(articlePage({ ...NEWS, sentence: 'The last stone was laid in spring. ' })))
    const { content } = await app.save(app.alice, `${app.site.url}/long`)
    assert.match(String(content), /Forty volunteers[\s\S]*last stone/)
    assert.equal(app.site.hits('/long/2'), 1)
  })
}
