import assert from 'node:assert/strict'
import { operation, sendOne } from '../api/sync-operations.fixture.ts'
import { test } from 'node:test'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import {
  enter,
  openPage,
  openStage,
  openTab,
  press,
  saveTitles,
  signIn,
  titles,
  until,
  untilListed,
  untilText,
  untilWatched,
  type Stage,
} from './service-and-browser.fixture.ts'
import { countStored, startAgain, stop } from './offline-store.fixture.ts'
import { selectWords } from './select-text.fixture.ts'

/** Milliseconds from the load of a page until it connects to the stream of changes. */
const CONNECTION_DELAY = 3000
/** Minimum milliseconds between two updates of a page. */
const UPDATE_PAUSE = 3000
/** Minimum milliseconds between two synchronizations of the offline library that are triggered by events. */
const LIBRARY_PAUSE = 10_000

test('an open list follows changes on another device', async (t) => {
  const stage = await openStage(t)
  const [one = 0, two = 0] = await saveTitles(stage, ['One', 'Two', 'Three', 'Four'])
  const other = await signIn(stage)
  const page = await signInWithClock(stage)
  await untilConnected(page)
  await t.test('cards appear, disappear and change, with the counts', async () => {
    await page.evaluate('globalThis.kept = document.querySelector("#entry-' + two + '")')
    await press(other, 'Three', 'archive')
    await untilListed(page, ['Four', 'Two', 'One'])
    await untilText(page, '[data-count=unread]', '3')
    await untilText(page, '[data-count=archive]', '1')
    await untilText(page, '#list-count', /^3 /)
    await skipPause(page)
    await saveTitles(stage, ['Five'])
    await untilListed(page, ['Five', 'Four', 'Two', 'One'])
    await skipPause(page)
    // As after a long press.
    await page.evaluate(`document.querySelector('#entry-${one}').setAttribute('data-all', '')`)
    await press(other, 'One', 'star')
    await page.waitForSelector(`#entry-${one}[data-all] svg.star`)
    const isKept = await page.evaluate<boolean>('globalThis.kept === document.querySelector("#entry-' + two + '")')
    assert.ok(isKept, 'a card that did not change was replaced')
  })
  await t.test('the focus, typed text, ticked boxes and the scroll position stay', () => kept(stage, page))
  await t.test('a list that becomes empty says so, and fills again', async () => {
    await page.goto(`${stage.base}/starred/list`)
    await untilConnected(page)
    await untilListed(page, ['One'])
    await change(stage, one, { starred: 0 })
    await page.waitForSelector('#empty')
    await skipPause(page)
    await change(stage, two, { starred: 1 })
    await untilListed(page, ['Two'])
  })
  assert.deepEqual(stage.complaints, [])
})

async function kept(stage: Stage, page: Page): Promise<void> {
  await saveTitles(
    stage,
    Array.from({ length: 20 }, (_, index) => `Long ${index}`),
  )
  const [last = 0, ticked = 0] = await saveTitles(stage, ['Focused', 'Ticked'])
  await page.goto(stage.base)
  await untilConnected(page)
  await page.locator('.card', { hasText: 'Long 4' }).first().scrollIntoViewIfNeeded()
  await page.check(`#entry-${ticked} .card-check input`, { force: true })
  await page.focus(`#open-${last}`)
  await page.evaluate('scrollTo({ top: 400, behavior: "instant" })')
  const place = () => page.evaluate<number>(`document.querySelector('#entry-${last}').getBoundingClientRect().top`)
  const before = await place()
  await change(stage, ticked, { archive: 1 })
  await change(stage, last, { title: 'Focused again' })
  await saveTitles(stage, ['Above'])
  await untilText(page, `#open-${last}`, 'Focused again')
  assert.deepEqual((await titles(page)).slice(0, 3), ['Above', 'Ticked', 'Focused again'], 'a ticked card stays')
  assert.equal(await page.evaluate<string>('document.activeElement.id'), `open-${last}`)
  assert.ok(await page.isChecked(`#entry-${ticked} .card-check input`))
  assert.ok(Math.abs((await place()) - before) <= 1, 'the focused card has moved')
  await page.fill('[name="entry[url]"]', 'https://half')
  await skipPause(page)
  await saveTitles(stage, ['Higher'])
  // Uses the keyboard, because the new card may move the checkbox away from the pointer.
  await page.press(`#entry-${ticked} .card-check input`, 'Space')
  await page.focus('[name="entry[url]"]')
  await skipPause(page)
  await until(
    'the ticked card goes when it is free',
    async () => (await page.locator(`#entry-${ticked}`).count()) === 0,
  )
  await until('the new card', async () => (await titles(page))[0] === 'Higher')
  assert.equal(await page.inputValue('[name="entry[url]"]'), 'https://half')
}

test('an error during an update does not end the updates of a list', async (t) => {
  const stage = await openStage(t)
  await saveTitles(stage, ['One'])
  const page = await signInWithClock(stage)
  await untilConnected(page)
  await page.evaluate(`{
    const find = document.getElementById.bind(document)
    document.getElementById = (id) => {
      document.getElementById = find
      throw new Error('broken once')
    }
  }`)
  await saveTitles(stage, ['Two'])
  await until('the error', async () => stage.complaints.some((complaint) => complaint.endsWith('broken once')))
  await skipPause(page)
  await saveTitles(stage, ['Three'])
  await skipPause(page)
  await untilListed(page, ['Three', 'Two', 'One'])
  assert.equal(stage.complaints.splice(0).length, 1)
})

test('a list of several pages stays in order', async (t) => {
  const stage = await openStage(t)
  const names = Array.from({ length: 40 }, (_, index) => `Entry ${index}`)
  const ids = await saveTitles(stage, names)
  const page = await signInWithClock(stage)
  await untilConnected(page)
  await until('the end of the list', async () => {
    await page.mouse.wheel(0, 2000)
    return (await titles(page)).length === 40
  })
  const expected = names.toReversed()
  await change(stage, ids[35]!, { archive: 1 })
  await change(stage, ids[3]!, { archive: 1 })
  await saveTitles(stage, ['New'])
  await untilListed(page, ['New', ...expected.filter((name) => name !== 'Entry 35' && name !== 'Entry 3')])
  await t.test('and gets a next page', async () => {
    await page.goto(stage.base)
    await untilConnected(page)
    assert.equal((await titles(page)).length, 30)
    await saveTitles(stage, ['Newer'])
    await until('the new card', async () => (await titles(page))[0] === 'Newer')
    await until('the end of the list', async () => {
      await page.mouse.wheel(0, 2000)
      return (await titles(page)).length === 40
    })
    assert.equal(new Set(await titles(page)).size, 40)
  })
  assert.deepEqual(stage.complaints, [])
})

const setNote = ({ app }: Stage, id: number, note: string) =>
  sendOne(app, operation('entries change', { id, set: { note } }))

test('an open article follows changes on another device', async (t) => {
  const stage = await openStage(t)
  const [id = 0] = await saveTitles(stage, ['Tides'])
  const page = await signInWithClock(stage)
  await page.goto(`${stage.base}/view/${id}`)
  await untilConnected(page)
  await selectWords(page, 'told here')
  await change(stage, id, { starred: 1, tags: 'harbour', title: 'High tides' })
  await untilText(page, '#entry-title', 'High tides')
  await untilText(page, '#head-tags', 'harbour')
  await page.waitForSelector('#bar-star.is-set')
  assert.equal(await page.evaluate<string>('String(getSelection())'), 'told here')
  await t.test('annotations appear in the text, and the selection stays', async () => {
    await skipPause(page)
    const range = { start: '/p', startOffset: 0, end: '/p', endOffset: 5 }
    const payload = { quote: 'Tides', text: 'A note', ranges: [range] }
    const answer = await stage.app.ask(stage.app.alice, { method: 'POST', url: `/api/annotations/${id}`, payload })
    assert.equal(answer.statusCode, 200, answer.body)
    await untilText(page, '.annotation-item .note', 'A note')
    await untilText(page, '.prose mark.annotation', 'Tides')
    assert.equal(await page.evaluate<string>('String(getSelection())'), 'told here')
  })
  await t.test('the note appears, also in its form, unless text has been typed there', async () => {
    const typed = () => page.inputValue('#entry-note-text')
    await skipPause(page)
    await setNote(stage, id, 'From elsewhere')
    await untilText(page, '#entry-note .note', 'From elsewhere')
    await until('the form has it', async () => (await typed()) === 'From elsewhere')
    await page.click('#entry-note button')
    await page.fill('#entry-note-text', 'Typed here')
    await page.keyboard.press('Escape')
    await skipPause(page)
    await setNote(stage, id, 'Changed again')
    await untilText(page, '#entry-note .note', 'Changed again')
    assert.equal(await typed(), 'Typed here')
    await page.reload()
    await untilConnected(page)
  })
  await t.test('its own reading position does not load it again', async () => {
    const answers: number[] = []
    page.on('response', (answer) => {
      if (answer.url().endsWith(`/view/${id}`)) answers.push(answer.status())
    })
    await skipPause(page)
    await page.evaluate(`navigator.sendBeacon('/view/${id}/progress', new URLSearchParams({
      token: document.querySelector('[name=token]').value, block: '0', share: '0.4', at: String(Date.now()) }))`)
    await until('the page asks', async () => answers.length > 0)
    assert.deepEqual(answers, [204])
  })
  assert.deepEqual(stage.complaints, [])
})

test('a browser has one connection for events', async (t) => {
  const stage = await openStage(t)
  await saveTitles(stage, ['One'])
  const page = await signInWithClock(stage)
  const context = page.context()
  const opened = countStreams(context)
  await untilConnected(page)
  const second = await openTab(context)
  const listening = second.waitForResponse((answer) => answer.url().endsWith('/follow-changes.js'))
  await second.goto(stage.base)
  await second.clock.fastForward(CONNECTION_DELAY)
  await listening
  await t.test('which reports to all its pages', async () => {
    await saveTitles(stage, ['Two'])
    for (const one of [page, second]) await untilListed(one, ['Two', 'One'])
    assert.equal(opened.count(), 1)
  })
  await t.test('that another page takes over when the first is hidden', async () => {
    await setVisibility(page, 'hidden')
    await until('the other page connects', async () => opened.count() === 2)
    await skipPause(second)
    await saveTitles(stage, ['Three'])
    await untilListed(second, ['Three', 'Two', 'One'])
    await untilListed(page, ['Two', 'One'])
    await skipPause(page)
    await setVisibility(page, 'visible')
    await untilListed(page, ['Three', 'Two', 'One'])
    assert.equal(opened.count(), 2)
  })
  await t.test('no page is connected while all are hidden', async () => {
    for (const one of [page, second]) await setVisibility(one, 'hidden')
    await until('all streams end', async () => opened.ended() === opened.count())
  })
  await t.test('that returns after the server was away', async () => {
    await setVisibility(second, 'visible')
    await until('a connection', async () => opened.count() === 3)
    await stop(stage)
    await startAgain(stage)
    await skipPause(second)
    await saveTitles(stage, ['Four'])
    await untilListed(second, ['Four', 'Three', 'Two', 'One'])
  })
})

test('the offline library follows changes while a page is open', async (t) => {
  const stage = await openStage(t)
  await saveTitles(stage, ['One'])
  const page = await signInWithClock(stage, { serviceWorkers: 'allow' })
  await Promise.all([untilConnected(page), untilWatched(page)])
  await until('the library is stored', async () => (await countStored(page, 'contents')) === 1)
  await saveTitles(stage, ['Two'])
  await untilListed(page, ['Two', 'One'])
  await page.clock.fastForward(LIBRARY_PAUSE)
  await until('the new entry is stored', async () => (await countStored(page, 'contents')) === 2)
})

/** @returns a page on which alice has just signed in. The test can advance the clock of the page. */
async function signInWithClock(stage: Stage, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await openPage(stage, options)
  await page.clock.install()
  await page.goto(`${stage.base}/login`)
  await enter(stage, page)
  return page
}

/** Skips the minimum pause between two updates. */
const skipPause = (page: Page): Promise<void> => page.clock.fastForward(UPDATE_PAUSE)

/** Waits until a newly loaded page has received its first event. */
async function untilConnected(page: Page): Promise<void> {
  const connected = page.waitForResponse((answer) => isStream(answer.url()))
  await page.waitForLoadState()
  await page.clock.fastForward(CONNECTION_DELAY)
  await connected
}

const isStream = (url: string): boolean => url.endsWith('/sync/events')

function countStreams(context: BrowserContext) {
  let [count, ended] = [0, 0]
  context.on('request', (request) => void (isStream(request.url()) && count++))
  context.on('requestfailed', (request) => void (isStream(request.url()) && ended++))
  context.on('requestfinished', (request) => void (isStream(request.url()) && ended++))
  return { count: () => count, ended: () => ended }
}

/** Simulates that another window hides or shows the page, which headless Chromium cannot do. */
async function setVisibility(page: Page, state: 'visible' | 'hidden'): Promise<void> {
  await page.evaluate(`{
    Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }`)
}

async function change({ app }: Stage, id: number, payload: object): Promise<void> {
  const answer = await app.ask(app.alice, { method: 'PATCH', url: `/api/entries/${id}`, payload })
  assert.equal(answer.statusCode, 200, answer.body)
}
