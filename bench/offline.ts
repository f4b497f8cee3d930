/**
 * Measures the offline mode of the web app: `node bench/offline.ts [--entries N] [--slowdown N] [--rounds N]`; by
 * default 5000 entries of 900 words, all stored in Chromium, with a processor four times slower. In each entry, 60
 * words come from a fixed list of 16 words, so that searches for these find many entries. Prints the duration and the
 * size of the first synchronisation, and the times until lists and searches are painted without a network: the median
 * of the rounds, and the range. The time of the first page includes the start of the service worker. Only the page is
 * slowed down, because Chromium's protocol has no such setting for service workers.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { BrowserContext, CDPSession, Page } from 'playwright-core'
import { launchProfile } from '../test/support/browser.ts'
import { parseEntryAddress } from '../src/entries/saving/entry-address.ts'
import { saveEntry } from '../src/entries/saving/save-entry.ts'
import type { UserId } from '../src/kernel/branded-ids.ts'
import { openBenchApp } from './open-app.ts'
import { makeLibrary } from './search/random-texts.ts'

const { values } = parseArgs({
  options: {
    entries: { type: 'string', default: '5000' },
    slowdown: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '9' },
  },
})
const [entries, slowdown, rounds] = [Number(values.entries), Number(values.slowdown), Number(values.rounds)]
const OWNER = 1 as UserId
const WORDS = 'tide wall harbour stone boat rope lantern quay signal chart keeper storm anchor buoy mast deck'.split(
  ' ',
)

/** Replaces the sanitiser, because the generated texts do not need sanitising. */
const clean = async ({ html }: { readonly html: string }) => ({
  content: html,
  readingTime: 5,
  previewPicture: undefined,
  title: undefined,
  language: undefined,
})
const enqueue = async (): Promise<never> => {
  throw new Error('nothing is fetched')
}

/** Texts with the word frequencies of natural languages. */
const library = makeLibrary(5)

const { app, services, seeded, close } = await openBenchApp('sqlite', 'http://127.0.0.1')
const folder = await mkdtemp(join(tmpdir(), 'dogear-offline-'))
let context: BrowserContext | undefined
try {
  const base = await app.listen({ host: '127.0.0.1', port: 0 })
  await fill(base)
  context = await launchProfile(folder)
  const page = context.pages()[0]!
  page.setDefaultTimeout(600_000)
  await firstSynchronisation(page, base)
  await new Promise<void>((resolve) => {
    app.server.close(() => resolve())
    app.server.closeAllConnections()
  })
  await context.close()
  context = await launchProfile(folder)
  await pagesOffline(context.pages()[0]!, base)
} finally {
  await context?.close()
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  await close()
}

async function fill(base: string): Promise<void> {
  const since = performance.now()
  const { database, clock } = services
  for (let number = 0; number < entries; number++) {
    const text = Array.from({ length: 60 }, (_, index) => WORDS[(index * 7 + number * 3 + (index >> 3)) % WORDS.length])
    const { content } = library.entry(number, 840)
    const title = `${WORDS[number % 16]} ${WORDS[(number >> 4) % 16]} number ${number}`
    const tags = [WORDS[number % 16]!, `shelf-${number % 40}`]
    const address = parseEntryAddress(`https://example.org/article/${number}`)
    const input = {
      owner: OWNER,
      address,
      fields: { title, content: `<p>${text.join(' ')}.</p>${content}`, tags },
      requestId: 'bench',
    }
    await saveEntry({ database, clock, clean, jobs: { enqueue } }, input)
  }
  console.log(`${entries} entries saved in ${((performance.now() - since) / 1000).toFixed(0)} s at ${base}`)
}

async function firstSynchronisation(page: Page, base: string): Promise<void> {
  await page.goto(`${base}/login`)
  await page.fill('[name=_username]', seeded.username)
  await page.fill('[name=_password]', seeded.password)
  await Promise.all([page.waitForURL((url) => !url.pathname.startsWith('/login')), page.click('main .button')])
  const since = performance.now()
  await until(page, 'entries', entries)
  console.log(`first synchronisation: list stored after ${((performance.now() - since) / 1000).toFixed(1)} s`)
  await page.goto(`${base}/config/offline`)
  await page.fill('[name=newest]', String(entries))
  await page.click('main form .button')
  await page.waitForLoadState()
  await page.goto(base)
  await until(page, 'documents', entries)
  const { usage } = await page.evaluate<{ usage: number }>('navigator.storage.estimate()')
  console.log(
    `all texts stored and indexed after ${((performance.now() - since) / 1000).toFixed(1)} s, ${(usage / 1e6).toFixed(1)} MB`,
  )
}

async function until(page: Page, table: string, count: number): Promise<void> {
  const look = `(async () => {
    const result = (request) => new Promise((resolve) => { request.onsuccess = () => resolve(request.result) })
    const [{ name } = {}] = (await indexedDB.databases()).filter((one) => /^dogear-\\d+$/.test(one.name))
    if (!name) return 0
    const opened = await result(indexedDB.open(name))
    if (!opened.objectStoreNames.contains('${table}')) return 0
    const count = await result(opened.transaction('${table}').objectStore('${table}').count())
    opened.close()
    return count
  })()`
  while ((await page.evaluate<number>(look)) < count) await new Promise((resolve) => setTimeout(resolve, 200))
}

/** Measures how long the start of the app, lists and searches take, without a network and with a slower processor. */
async function pagesOffline(page: Page, base: string): Promise<void> {
  page.setDefaultTimeout(60_000)
  const session = await page.context().newCDPSession(page)
  await slowDown(session)
  const start = await timed(page, `${base}/`)
  console.log(`start without a network: ${summaryOf([start])}`)
  const [first, second] = [library.frequent(0), library.frequent(1)]
  for (const path of [
    '/',
    '/search?q=harbour+is:unread',
    '/search?q=stone',
    '/search?q="number 77"',
    '/search?q="stone boat"',
    `/search?q=${library.searchWord()}`,
    `/search?q=${library.searchWord()}+${library.searchWord()}`,
    `/search?q=${first}+${second}`,
    `/search?q="${first} ${second}"`,
    `/search?q=NOT+"${first} ${second}"`,
    `/search?q=${first.charAt(0)}*`,
    `/search?q="${first} ${second.charAt(0)}*"`,
    '/all/list?q=tag:quay',
  ]) {
    const times: PageTimes[] = []
    for (let round = 0; round < rounds; round++) times.push(await timed(page, `${base}${path}`))
    console.log(`${path}: ${summaryOf(times)}`)
  }
}

/** Slows down the processor for the page. */
async function slowDown(session: CDPSession): Promise<void> {
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
}

interface PageTimes {
  /** milliseconds until the service worker has responded */
  readonly worker: number
  /** milliseconds until the first paint */
  readonly painted: number
}

function summaryOf(times: readonly PageTimes[]): string {
  const summary = (name: keyof PageTimes) => {
    const sorted = times.map((one) => Math.round(one[name])).toSorted((one, other) => one - other)
    return `${name} ${sorted[sorted.length >> 1]} ms (${sorted[0]} to ${sorted.at(-1)})`
  }
  return `${summary('worker')}, ${summary('painted')}`
}

async function timed(page: Page, url: string): Promise<PageTimes> {
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForSelector('.card, .empty')
  return page.evaluate<PageTimes>(`(async () => {
    const paint = () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime
    while (paint() === undefined) await new Promise((resolve) => setTimeout(resolve, 5))
    return { worker: performance.getEntriesByType('navigation')[0].responseEnd, painted: paint() }
  })()`)
}
