import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPage, openStage, saveTitles, signIn, until, untilText } from './service-and-browser.fixture.ts'

test('a public link, and a star without a network, in a browser', async (t) => {
  const stage = await openStage(t)
  const { app, base } = stage
  const [id] = await saveTitles(stage, ['Shared with others'])
  const page = await signIn(stage, { permissions: ['clipboard-read', 'clipboard-write'] })
  await t.test('the link is made, copied and ended on the article', async () => {
    await page.goto(`${base}/view/${id}`)
    await page.click('[data-action-name=more]')
    await page.click('[data-action-name=share]')
    await page.waitForSelector('.share-line')
    assert.equal(new URL(page.url()).pathname, `/view/${id}`)
    const shown = (await page.innerText('.share-line .copyable-text')).trim()
    await until(
      'the link is in the clipboard',
      async () => (await page.evaluate('navigator.clipboard.readText()')) === shown,
    )
    const visitor = await openPage(stage)
    await visitor.goto(shown.replace(app.baseUrl, base))
    await untilText(visitor, 'h1', 'Shared with others')
    await page.click('.share-line .button-quiet:has-text("Remove")')
    await until('the line goes', async () => (await page.locator('.share-line').count()) === 0)
    // Bypasses the browser cache, which may contain the shared page for hours.
    assert.equal((await visitor.request.get(shown.replace(app.baseUrl, base))).status(), 404)
    await visitor.context().close()
  })
  await t.test('a star that cannot be sent says so', async () => {
    await page.goto(`${base}/view/${id}`)
    await page.context().setOffline(true)
    await page.click('#bar-star')
    await page.waitForSelector('.toast p')
    await page.context().setOffline(false)
    assert.match(await page.innerText('.toast p'), /\S/)
  })
  // Without a network, Turbo reports the failed request.
  const complaints = stage.complaints.splice(0)
  assert.deepEqual(
    complaints.filter((one) => !one.includes('Failed to fetch')),
    [],
  )
})
