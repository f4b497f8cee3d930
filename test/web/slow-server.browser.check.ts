import assert from 'node:assert/strict'
import { test } from 'node:test'
import { untilKept } from './offline-store.fixture.ts'
import { press, saveTitles, titles, until, untilListed, untilText } from './service-and-browser.fixture.ts'
import { answerAfter, openScene, recordTexts, SLOW, untilCurrent } from './slow-server.fixture.ts'

test('a list is shown from the library until the slow answer arrives', async (t) => {
  const { network, stage, page } = await openScene(t)
  const shown = await recordTexts(page)
  const expected = ['Kept']
  for (const seconds of [5, 15, 60]) {
    await t.test(`after ${seconds} seconds`, async () => {
      await saveTitles(stage, [`Saved before ${seconds}`])
      expected.unshift(`Saved before ${seconds}`)
      answerAfter(network, seconds)
      await page.goto(`${stage.base}/unread/list`)
      const above = async () => (await page.locator('h1').boundingBox())!.y
      let before: number | undefined
      if (seconds > 5) {
        await untilText(page, '#offline-state', SLOW)
        before = await above()
      }
      await untilListed(page, expected)
      await untilCurrent(page)
      await untilText(page, '#offline-state', '')
      if (before !== undefined) assert.equal(await above(), before, 'the page has not moved')
    })
  }
  assert.doesNotMatch(shown(), /offline|deleted/)
  assert.deepEqual(stage.complaints, [])
})

test('the late page keeps typed text, focus and scroll position', async (t) => {
  const { network, stage, page } = await openScene(t)
  await saveTitles(
    stage,
    Array.from({ length: 12 }, (_, index) => `Filler ${index}`),
  )
  await page.goto(`${stage.base}/unread/list`)
  await untilKept(page, 13)
  await saveTitles(stage, ['Newest'])
  network.hold('')
  await page.reload()
  await untilText(page, '#offline-state', SLOW)
  await page.fill('[name="entry[url]"]', 'https://example.org/half')
  const card = page.locator('.card-title a:text-is("Filler 5")')
  await card.focus()
  await page.evaluate('scrollTo(0, 500)')
  const before = (await card.boundingBox())!.y
  network.hold(undefined)
  await until('the late page is shown', async () => (await titles(page)).includes('Newest'))
  await untilText(page, '#offline-state', '')
  assert.equal(await page.inputValue('[name="entry[url]"]'), 'https://example.org/half')
  assert.ok(Math.abs((await card.boundingBox())!.y - before) < 1, 'the card has not moved')
  assert.equal(await page.evaluate<string>('document.activeElement.innerText'), 'Filler 5')
  assert.deepEqual(stage.complaints, [])
})

test('a change on a page from the library stays when the slow server has made it', async (t) => {
  const { network, stage, page } = await openScene(t)
  await saveTitles(stage, ['Second', 'Third'])
  await page.goto(`${stage.base}/unread/list`)
  await untilKept(page, 3)
  await until('the page is no longer loading', async () => (await titles(page)).length === 3)
  // Also holds the synchronization, so that the library does not get the change.
  network.hold('GET')
  await page.reload()
  await untilText(page, '#offline-state', SLOW)
  await press(page, 'Third', 'archive')
  await untilListed(page, ['Second', 'Kept'])
  await page.evaluate(`{
    window.shown = new Set()
    const record = () => shown.add([...document.querySelectorAll('.card-title')].map((one) => one.innerText.trim()).join())
    new MutationObserver(record).observe(document.documentElement, { childList: true, subtree: true })
  }`)
  await untilText(page, '.toast p', /^Archived: /)
  await until('the server has archived it', async () => {
    const { body } = await stage.app.ask(stage.app.alice, { url: '/api/entries?archive=1' })
    return body.includes('Third')
  })
  network.hold(undefined)
  network.hold('GET')
  await until('the page requests itself again', () =>
    page.evaluate<boolean>("document.documentElement.hasAttribute('aria-busy')"),
  )
  // Twice the time for which a page waits for a slow server.
  await page.waitForTimeout(1000)
  network.hold(undefined)
  await untilCurrent(page)
  await untilText(page, '#offline-state', '')
  assert.deepEqual(await titles(page), ['Second', 'Kept'])
  assert.deepEqual(await page.evaluate<string[]>("[...shown].filter((titles) => titles.includes('Third'))"), [])
  assert.deepEqual(stage.complaints, [])
})

test('an article that is not stored waits for the slow server', async (t) => {
  const { network, stage, page, archived, kept } = await openScene(t)
  const shown = await recordTexts(page)
  for (const seconds of [5, 15, 60]) {
    await t.test(`after ${seconds} seconds`, async () => {
      answerAfter(network, seconds)
      await page.goto(`${stage.base}/view/${archived}`)
      await untilText(page, '.prose', /Archived is told here/)
      assert.equal(await page.locator('#offline-state [data-reason]').count(), 0)
    })
  }
  await t.test('an entry that the library does not contain yet', async () => {
    const [fresh] = await saveTitles(stage, ['Fresh'])
    answerAfter(network, 15)
    await page.goto(`${stage.base}/view/${fresh}`)
    await untilText(page, '.prose', /Fresh is told here/)
  })
  await t.test('a search without results in the library', async () => {
    await saveTitles(stage, ['Unheard'])
    answerAfter(network, 15)
    await page.goto(`${stage.base}/search?q=unheard`)
    await untilListed(page, ['Unheard'])
  })
  await t.test('a stored article is shown at once', async () => {
    network.hold('')
    await page.goto(`${stage.base}/view/${kept}`)
    await untilText(page, '.prose', /Kept is told here/)
    await untilText(page, '#offline-state', SLOW)
    network.hold(undefined)
    await untilCurrent(page)
  })
  assert.doesNotMatch(shown(), /offline|deleted/)
  assert.deepEqual(stage.complaints, [])
})
