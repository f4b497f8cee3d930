import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answering } from '../support/site.ts'
import { openPage, openStage, signIn, type Stage } from './service-and-browser.fixture.ts'

/**
 * Sends a request from a page of another origin.
 * @returns the status and body of the response; the name of the error if the page may not read the response
 */
async function askFromElsewhere(stage: Stage, path: string, options: object): Promise<string> {
  const { site } = stage.app
  site.page('/elsewhere', answering('<!doctype html><title>Elsewhere</title>', 'text/html'))
  const page = await openPage(stage)
  await page.goto(`${site.url}/elsewhere`)
  const [address, how] = [JSON.stringify(stage.base + path), JSON.stringify(options)]
  const said = await page.evaluate<string>(
    `fetch(${address}, ${how}).then(async (a) => a.status + ' ' + (await a.text()), (error) => error.name)`,
  )
  await page.context().close()
  return said
}

test('a page of another origin can use the API by CORS, but not load its resources', async (t) => {
  const stage = await openStage(t)
  const { app } = stage
  const { id } = await app.save(app.alice, 'https://a.example/1', { title: 'Stones', content: '<p>Words.</p>' })
  const authorization = `Bearer ${await app.token(app.alice)}`
  const entry = `/api/entries/${id}`
  assert.match(await askFromElsewhere(stage, entry, { headers: { authorization } }), /^200 .*"title":"Stones"/)
  assert.match(await askFromElsewhere(stage, '/api/version', {}), /^200 "/)
  const json = { 'content-type': 'application/json' }
  const grant = { method: 'POST', headers: json, body: '{}' }
  assert.match(await askFromElsewhere(stage, '/oauth/v2/token', grant), /^400 .*"error"/)
  for (const path of ['/api/version', '/oauth/v2/token', '/login']) {
    assert.equal(await askFromElsewhere(stage, path, { mode: 'no-cors' }), 'TypeError', path)
  }
})

test('a page with an article sends no referrer, and its forms work with and without a script', async (t) => {
  const stage = await openStage(t)
  const { app, base } = stage
  const { id } = await app.save(app.alice, 'https://a.example/1', { title: 'Stones', content: '<p>Words.</p>' })
  const entry = async () => (await app.ask(app.alice, { url: `/api/entries/${id}` })).json<{ is_starred: number }>()
  for (const [wanted, javaScriptEnabled] of [
    [1, true],
    [0, false],
  ] as const) {
    const page = await signIn(stage, { javaScriptEnabled })
    const answer = await page.goto(`${base}/view/${id}`, { waitUntil: 'networkidle' })
    assert.equal((await answer!.allHeaders())['referrer-policy'], 'no-referrer')
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/states'))
    await page.click('[data-action-name=star]')
    const headers = await (await sent).allHeaders()
    assert.equal(headers['referer'], undefined)
    assert.equal(headers['origin'], javaScriptEnabled ? base : 'null')
    await page.waitForSelector(`[data-action-name=star][value="${1 - wanted}"]`)
    assert.equal((await entry()).is_starred, wanted)
    await page.context().close()
  }
  assert.deepEqual(stage.complaints, [])
})
