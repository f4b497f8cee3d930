import { after, type TestContext } from 'node:test'
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import { launchBrowser } from './browser.ts'

/** What tests use of a browser. */
export type TestBrowser = Pick<Browser, 'newContext' | 'newPage'>

let shared: Promise<Browser | undefined> = Promise.resolve(undefined)

after(async () => (await shared)?.close())

/**
 * Opens contexts and pages in a headless Chromium. The tests of a process share it, because each start takes about a
 * second of processor time. Contexts share neither cookies nor storage nor cache.
 * @returns the browser. Its contexts are closed when the test ends.
 */
export async function openBrowser(t: TestContext): Promise<TestBrowser> {
  const contexts: BrowserContext[] = []
  t.after(() => Promise.all(contexts.map((context) => context.close())))
  const browser = await connected()
  const newContext = async (options?: BrowserContextOptions): Promise<BrowserContext> => {
    const context = await browser.newContext(options)
    contexts.push(context)
    return context
  }
  return { newContext, newPage: async (options) => (await newContext(options)).newPage() }
}

/** @returns the shared browser. It is started again after a crash. */
async function connected(): Promise<Browser> {
  const browser = await shared
  if (browser?.isConnected()) return browser
  const started = launchBrowser()
  shared = started.catch(() => undefined)
  return started
}
