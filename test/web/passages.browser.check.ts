import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { openStage, PHONE, saveTitles, signIn, until, untilText, type Stage } from './service-and-browser.fixture.ts'
import { edgeOfWords, selectWords } from './select-text.fixture.ts'
import { DELAYS, throughSlowNetwork } from './slow-network.fixture.ts'

const TEXT = `<p>The wall was built by people, for the people of the harbour.</p>${'<p>Each stone was handed on.</p>'.repeat(40)}`
const BOX = '#note-box:popover-open textarea'

for (const delay of DELAYS) {
  test(`passages of highlights in a browser, with a delay of ${delay} ms on every request`, async (t) => {
    const stage = await throughSlowNetwork(t, await openStage(t), delay)
    const ids = await saveTitles(stage, ['Ash', 'Birch'], { content: TEXT, language: 'en' })
    const page = await signIn(stage)
    await passages(t, stage, page, ids[0]!)
    await tapping(t, stage, page, ids[1]!)
    assert.deepEqual(stage.complaints, [])
  })
}

const markedWords = async (page: Page) => (await page.locator('.prose mark.annotation').allTextContents()).join('')
const handleOf = (page: Page, name: 'Start' | 'End') => page.getByRole('slider', { name: `${name} of the highlight` })

/** Waits until the entry has exactly one annotation, with this passage and note. */
async function untilOnly({ app }: Stage, id: number, quote: string, note: string): Promise<void> {
  await until(`the passage “${quote}”`, async () => {
    const { rows } = (await app.ask(app.alice, { url: `/api/annotations/${id}` })).json<{
      rows: { quote: string; text: string }[]
    }>()
    return JSON.stringify(rows.map((row) => [row.quote, row.text])) === JSON.stringify([[quote, note]])
  })
}

async function tapping(t: TestContext, stage: Stage, desk: Page, id: number): Promise<void> {
  await desk.goto(`${stage.base}/view/${id}`)
  await selectWords(desk, 'built')
  await desk.keyboard.press('h')
  await untilOnly(stage, id, 'built', '')
  await t.test('a click on a handle shows two buttons that move its end by a word', async () => {
    await moveBySteps(stage, desk, id, (what) => what.click())
    await desk.keyboard.press('Escape')
    assert.equal(await desk.locator('.passage-steps:visible').count(), 0)
    await desk.keyboard.press('z')
    await untilOnly(stage, id, 'was built by', '')
  })
  await t.test('a tap does the same on a phone, with buttons of 44 pixels', async () => {
    const page = await signIn(stage, { viewport: PHONE, hasTouch: true, isMobile: true })
    await page.goto(`${stage.base}/view/${id}`)
    await page.waitForSelector('[data-notes-ready]')
    await page.locator('mark.annotation').tap()
    await step(page, 'back').waitFor({ state: 'hidden' })
    await handleOf(page, 'End').tap()
    await step(page, 'back').tap()
    await untilOnly(stage, id, 'was built', '')
    await handleOf(page, 'Start').tap()
    await step(page, 'forward').tap()
    await untilOnly(stage, id, 'built', '')
    await page.locator(BOX).tap()
    await step(page, 'back').waitFor({ state: 'hidden' })
    await moveBySteps(stage, page, id, (what) => what.tap())
    const [left, right] = [(await step(page, 'back').boundingBox())!, (await step(page, 'forward').boundingBox())!]
    assert.ok(Math.min(left.width, left.height, right.width, right.height) >= 44)
    await page.context().close()
  })
}

const step = (page: Page, way: 'back' | 'forward') => page.getByRole('button', { name: `One word ${way}` })

/** Extends the highlight of “built” by one word at its start and two at its end, then shortens its end by one word. */
async function moveBySteps(stage: Stage, page: Page, id: number, tap: (what: Locator) => Promise<void>): Promise<void> {
  if (!(await page.locator(BOX).isVisible())) await tap(page.locator('mark.annotation'))
  await tap(handleOf(page, 'Start'))
  await tap(step(page, 'back'))
  assert.equal(await markedWords(page), 'was built')
  await tap(handleOf(page, 'End'))
  for (const way of ['forward', 'forward', 'back'] as const) await tap(step(page, way))
  await untilOnly(stage, id, 'was built by', '')
  await tap(step(page, 'forward'))
  await untilOnly(stage, id, 'was built by people', '')
  assert.equal(await markedWords(page), 'was built by people')
}

async function passages(t: TestContext, stage: Stage, page: Page, id: number): Promise<void> {
  const words = () => markedWords(page)
  const untilSaved = (quote: string) => untilOnly(stage, id, quote, 'a fact')
  const handle = (name: 'Start' | 'End') => handleOf(page, name)
  await t.test('the ends of a highlight are dragged to other words, and z takes it back', async () => {
    await page.goto(`${stage.base}/view/${id}`)
    await selectWords(page, 'built')
    await page.keyboard.press('m')
    await page.keyboard.type('a fact')
    await page.keyboard.press('Control+Enter')
    await untilSaved('built')
    await page.click('mark.annotation >> text=built')
    await dragTo(page, handle('End'), 'people', 'end')
    assert.equal(await words(), 'built by people')
    await untilSaved('built by people')
    await dragTo(page, handle('Start'), 'wall', 'start')
    await untilSaved('wall was built by people')
    assert.equal(await words(), 'wall was built by people')
    assert.equal(await page.inputValue(BOX), 'a fact')
    assert.equal(await page.textContent('.note-quote'), 'wall was built by people')
    await page.keyboard.press('Escape')
    assert.equal(await page.locator('.passage-handle:visible').count(), 0)
    await page.keyboard.press('z')
    await untilSaved('built by people')
    await until('the mark', async () => (await words()) === 'built by people')
  })
  await t.test('arrow keys move an end by a word, with Shift by a character', async () => {
    await page.click('mark.annotation >> text=built')
    await handle('End').focus()
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowLeft', 'Shift+ArrowLeft']) {
      await page.keyboard.press(key)
    }
    assert.equal(await words(), 'built by people, fo')
    assert.equal(await handle('End').getAttribute('aria-valuetext'), 'built by people, fo')
    await page.keyboard.press('Escape')
    await untilSaved('built by people, fo')
    await page.reload()
    assert.equal(await words(), 'built by people, fo')
  })
  await t.test('a passage that could not be sent is shown as it was, and says so', async () => {
    await page.route('**/passage', (route) => route.abort())
    await page.click('mark.annotation >> text=built')
    await dragTo(page, handle('Start'), 'wall', 'start')
    await untilText(page, '.toast', /Couldn’t change the highlight/)
    await until('the old words', async () => (await words()) === 'built by people, fo')
    await page.unrouteAll()
    await page.keyboard.press('Escape')
  })
}

/** Drags a handle with the mouse to the start or end of these words in the article. */
async function dragTo(page: Page, handle: Locator, words: string, side: 'start' | 'end'): Promise<void> {
  const place = await edgeOfWords(page, words, side)
  const box = (await handle.boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(place.x - 20, place.y, { steps: 4 })
  await page.mouse.move(place.x, place.y, { steps: 4 })
  await page.mouse.up()
}
