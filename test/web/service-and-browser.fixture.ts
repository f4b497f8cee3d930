import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import type { Dialect } from '../../src/db/database.ts'
import { testApp, type TestApp, type TestAppOptions } from '../support/app.ts'
import { openBrowser, type TestBrowser } from '../support/open-browser.ts'
import { watchConsole } from './watch-console.fixture.ts'
import { DELAY_OF_ALL, throughSlowNetwork } from './slow-network.fixture.ts'

/** The service on a loopback port, and a browser that uses it. */
export interface Stage {
  readonly app: TestApp
  readonly browser: TestBrowser
  readonly base: string
  /**
   * uncaught errors, errors in the console, and responses with status 500 or above. At the end of the test, it must be
   * empty; a test that causes errors on purpose removes them.
   */
  readonly complaints: string[]
}

/** Time limit in milliseconds for what a test expects. */
const TIMEOUT_MS = 45_000
/**
 * Milliseconds between two checks of `until`. The pauses grow, because each check takes processor time in the browser
 * too.
 */
const [SHORTEST_PAUSE, LONGEST_PAUSE] = [25, 100]
const DESK = { width: 1280, height: 800 }
export const PHONE = { width: 390, height: 844 }

/**
 * Starts the service and the browser. Both are closed when the test ends, and the test fails if there were complaints.
 * With a `baseUrl` that names a port, the service listens on it, and pages are opened at that address.
 */
export async function openStage(t: TestContext, dialect: Dialect = 'sqlite', options?: TestAppOptions): Promise<Stage> {
  const complaints: string[] = []
  // The hooks run in their order. This one comes first, because open pages lose their connection when the service stops.
  // The check comes last, because a failing hook skips those after it.
  t.after(() => {
    const atEnd = [...complaints]
    t.after(() => assert.deepEqual(atEnd, []))
  })
  const [app, browser] = await Promise.all([testApp(t, dialect, options), openBrowser(t)])
  const port = Number(URL.parse(options?.baseUrl ?? '')?.port ?? 0)
  const address = await app.app.listen({ host: '127.0.0.1', port })
  const base = port === 0 ? address : options!.baseUrl!
  // Finds failed responses in the server, because observing the responses in every page takes more processor time.
  app.app.server.on('request', ({ url }, answer) => {
    answer.on('finish', () => answer.statusCode >= 500 && complaints.push(`${answer.statusCode} ${url}`))
  })
  return throughSlowNetwork(t, { app, browser, base, complaints }, DELAY_OF_ALL)
}

/** @returns a page in a new browser context without cookies or cache */
export async function openPage(stage: Stage, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await stage.browser.newContext({
    viewport: DESK,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    ...options,
  })
  watchConsole(context, stage.complaints)
  return openTab(context)
}

/** @returns one more page in a browser context */
export async function openTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  page.setDefaultTimeout(TIMEOUT_MS)
  return page
}

/** @returns a page in a new browser context in which alice is signed in */
export async function signIn(stage: Stage, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await openPage(stage, options)
  await page.goto(`${stage.base}/login`)
  await enter(stage, page)
  return page
}

/** Fills and submits the sign-in form on the page. */
export async function enter({ app: { alice } }: Stage, page: Page): Promise<void> {
  await page.fill('[name=_username]', alice.username)
  await page.fill('[name=_password]', alice.password)
  await Promise.all([page.waitForURL((url) => !url.pathname.startsWith('/login')), page.click('main .button')])
}

/** Opens a page with Turbo, like a link of the app, so that loaded scripts and styles stay. */
export async function follow(page: Page, address: string): Promise<void> {
  const shown = page.evaluate(`new Promise((done) => {
    const root = document.documentElement
    const settle = () => (root.hasAttribute('aria-busy') ? requestAnimationFrame(settle) : done())
    addEventListener('turbo:render', () => root.hasAttribute('data-turbo-preview') || settle())
    Turbo.visit(${JSON.stringify(address)})
  })`)
  // If Turbo loads a whole new document, the evaluated script ends with the old document, and the promise rejects.
  await shown.catch(() => page.waitForLoadState())
}

/** Repeats a check until it is true. @throws AssertionError after the time limit */
export async function until(what: string, look: () => Promise<boolean>): Promise<void> {
  const since = Date.now()
  for (let pause = SHORTEST_PAUSE; !(await look()); pause = Math.min(pause * 1.5, LONGEST_PAUSE)) {
    if (Date.now() - since > TIMEOUT_MS) assert.fail(`never happened: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

/** Waits until the service worker controls this page. */
export async function untilWatched(page: Page): Promise<void> {
  await until('the worker is there', () => page.evaluate<boolean>('navigator.serviceWorker.controller !== null'))
}

/** Waits until an element has this text. */
export async function untilText(page: Page, selector: string, text: string | RegExp): Promise<void> {
  let said = ''
  const fits = () => (typeof text === 'string' ? said === text : text.test(said))
  try {
    await until('', async () => {
      said = (await page.locator(selector).allInnerTexts()).join(' | ')
      return fits()
    })
  } catch {
    assert.fail(`${selector} says “${said}”, not ${String(text)}`)
  }
}

/** @returns the titles of the cards of a list, in order */
export async function titles(page: Page): Promise<string[]> {
  return (await page.locator('.card-title').allInnerTexts()).map((text) => text.trim())
}

/** Waits until the list shows exactly these cards. */
export async function untilListed(page: Page, expected: readonly string[]): Promise<void> {
  let shown: string[] = []
  try {
    await until('', async () => {
      shown = await titles(page)
      return shown.join('\n') === expected.join('\n')
    })
  } catch {
    assert.deepEqual(shown, expected)
  }
}

/** Saves entries with a text, in this order. Lists show the newest first, so the last one is on top. */
export async function saveTitles({ app }: Stage, names: readonly string[], fields = {}): Promise<number[]> {
  const ids: number[] = []
  for (const title of names) {
    const address = `${app.site.url}/article/${title.toLowerCase().replaceAll(/\W+/g, '-')}`
    const content = `<p>${`${title} is told here in some words. `.repeat(20)}</p>`
    ids.push((await app.save(app.alice, address, { title, content, ...fields })).id)
  }
  return ids
}

/** Presses a button of the card with this title. */
export async function press(page: Page, title: string, action: string): Promise<void> {
  const card = page.locator('.card', { hasText: title })
  await card.hover()
  await card.locator(`[data-action-name=${action}]`).click()
}
