import assert from 'node:assert/strict'
import { test } from 'node:test'
import { untilKept } from './offline-store.fixture.ts'
import { saveTitles, titles, until, untilListed, untilText } from './service-and-browser.fixture.ts'
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
      if (seconds > 5) await untilText(page, '#offline-state', SLOW)
      await untilListed(page, expected)
      await untilCurrent(page)
      await untilText(page, '#offline-state', '')
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
