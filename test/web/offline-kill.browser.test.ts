import assert from 'node:assert/strict'
import { test } from 'node:test'
import { untilText } from './service-and-browser.fixture.ts'
import {
  entriesOfServer,
  openProfile,
  profileFolder,
  startServer,
  storeLibrary,
  untilAgreed,
} from './offline-profile.fixture.ts'
import { save } from './offline-steps.fixture.ts'

test('a server that is killed while it applies changes gets each of them once', async (t) => {
  const server = await startServer(t, 30)
  const { page } = await openProfile(server, await profileFolder(server.cleanUp))
  await storeLibrary(server, page)
  await server.kill()
  await page.goto(`${server.base}/all/list`)
  // Changes all entries at once with the form for selected entries.
  await page.evaluate("document.querySelectorAll('.card-check input').forEach((box) => { box.checked = true })")
  await page.evaluate("document.querySelector('#bulk').dispatchEvent(new Event('change', { bubbles: true }))")
  await page.click('.bulk-tags > summary')
  await page.fill('#bulk-tags', 'first, second')
  await page.dispatchEvent('#bulk [value=tag]', 'click')
  await untilText(page, '#toasts', /30/)
  for (const name of ['a', 'b', 'c']) await save(server, name)(page)
  for (let round = 0; round < 3; round++) {
    await server.start()
    const coming = page.goto(server.base).catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, 20 + 30 * round))
    await server.kill()
    await coming
  }
  await server.start()
  await page.goto(server.base)
  const agreed = await untilAgreed(server, page)
  assert.equal(agreed.length, 33)
  assert.equal((await entriesOfServer(server)).filter(({ tags }) => tags.includes('second')).length, 30)
})
