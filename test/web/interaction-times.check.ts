import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { openStage, PHONE, saveTitles, signIn, until } from './service-and-browser.fixture.ts'

// These checks measure time, so they are not part of `npm test`: `npm run bench:web` runs them.

/** Maximum milliseconds from an input to the next paint (https://web.dev/articles/inp), on a slow processor. */
const LATEST_RESPONSE = 100
/** Factor by which a mid-range phone is slower than the machine that runs the tests. */
const SLOWDOWN = 4
/** Number of times that each action is measured. The median is compared with the limit. */
const ROUNDS = 7

/** Collects the durations of input events in milliseconds, in steps of 8, and of those shorter than 16 not at all. */
const WATCH = `
  globalThis.durations = []
  new PerformanceObserver((list) => {
    for (const { duration, interactionId } of list.getEntries()) if (interactionId > 0) durations.push(duration)
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })
`
const LONGEST = `new Promise((done) => setTimeout(() => done(Math.max(0, ...durations.splice(0))), 300))`

/** An action whose response is measured. */
interface Action {
  readonly name: string
  /** prepares the page; what it takes is not measured */
  readonly before?: (page: Page) => Promise<unknown>
  readonly act: (page: Page) => Promise<unknown>
}

const press = async (page: Page, ...keys: readonly string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
const focusFirst = (page: Page): Promise<unknown> => press(page, 'j')

const IN_LIST: readonly Action[] = [
  { name: 'moving to the next card', act: focusFirst },
  { name: 'starring', before: focusFirst, act: (page) => press(page, 's') },
  { name: 'archiving', before: focusFirst, act: (page) => press(page, 'a') },
  { name: 'deleting', before: focusFirst, act: (page) => press(page, '#') },
  {
    name: 'undoing',
    before: async (page) => {
      await press(page, 'j', 'a')
      await page.waitForSelector('.toast')
    },
    act: (page) => press(page, 'z'),
  },
  {
    name: 'archiving three selected entries',
    before: (page) => press(page, 'j', 'x', 'j', 'x', 'j', 'x'),
    act: (page) => press(page, 'a'),
  },
  { name: 'opening the tags of a card', before: focusFirst, act: (page) => press(page, 't') },
  {
    name: 'adding a tag',
    before: async (page) => {
      await press(page, 'j', 't')
      await page.waitForSelector('#card-tags [name=tags]:focus')
      await page.keyboard.type('sea')
    },
    act: (page) => press(page, 'Enter'),
  },
  { name: 'opening the command palette', act: (page) => press(page, 'Control+k') },
]

const IN_READER: readonly Action[] = [
  { name: 'starring while reading', act: (page) => press(page, 's') },
  { name: 'archiving while reading', act: (page) => press(page, 'a') },
  { name: 'moving to the next paragraph', act: focusFirst },
  { name: 'highlighting a sentence', before: focusFirst, act: (page) => press(page, 'h') },
]

test('responses to input, on a slow processor', async (t) => {
  const stage = await openStage(t)
  const content = '<p>One is first. Two is next.</p>'.repeat(200)
  const ids = await saveTitles(
    stage,
    Array.from({ length: 40 }, (_, index) => `Entry ${index}`),
    { content },
  )
  const page = await signIn(stage, { viewport: PHONE })
  await page.addInitScript(WATCH)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  for (const action of IN_LIST) await measure(t, page, stage.base, action)
  for (const action of IN_READER) await measure(t, page, `${stage.base}/view/${ids[3]}`, action)
})

async function measure(t: TestContext, page: Page, address: string, { name, before, act }: Action): Promise<void> {
  await t.test(name, async () => {
    const found: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      await page.goto(address, { waitUntil: 'networkidle' })
      await until('the page', () => page.evaluate<boolean>("document.querySelector('.card, .prose') !== null"))
      await before?.(page)
      await page.evaluate(LONGEST)
      await act(page)
      found.push(await page.evaluate<number>(LONGEST))
    }
    const median = found.toSorted((one, other) => one - other)[Math.floor(ROUNDS / 2)]!
    t.diagnostic(`${name}: ${median} ms (${found.join(', ')})`)
    assert.ok(median <= LATEST_RESPONSE, `${median} ms`)
  })
}
