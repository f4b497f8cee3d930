import type { TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { openStage, saveTitles, signIn, until, untilWatched, type Stage } from './service-and-browser.fixture.ts'
import { throughLossyNetwork, type LossyNetwork } from './lossy-network.fixture.ts'
import { untilKept } from './offline-store.fixture.ts'

/** How many times faster the clock of the service worker runs, so that a minute of waiting takes six seconds. */
const SPEED = 10

interface Scene {
  /** the service without the slow network */
  readonly service: Stage
  readonly network: LossyNetwork
  readonly stage: Stage
  readonly page: Page
  readonly kept: number
  readonly archived: number
}

/** Signs in a browser that stores the unread article, but not the archived one. */
export async function openScene(t: TestContext): Promise<Scene> {
  const service = await openStage(t)
  const network = await throughLossyNetwork(t, service)
  const { stage } = network
  const [archived] = await saveTitles(stage, ['Archived'], { archive: 1 })
  const [kept] = await saveTitles(stage, ['Kept'])
  const page = await signIn(stage, { serviceWorkers: 'allow' })
  await untilWatched(page)
  await untilKept(page, 1)
  await hasten(page)
  return { service, network, stage, page, kept: kept!, archived: archived! }
}

/** Makes the clock of the worker run faster. */
export async function hasten(page: Page): Promise<void> {
  const [worker] = page.context().serviceWorkers()
  await worker!.evaluate(`{
    const { setTimeout } = globalThis
    globalThis.setTimeout = (work, milliseconds) => setTimeout(work, milliseconds / ${SPEED})
  }`)
}

/** Delays every response until this time has passed on the clock of the worker. */
export function answerAfter(network: LossyNetwork, seconds: number): void {
  network.hold('')
  setTimeout(() => network.hold(undefined), (seconds * 1000) / SPEED)
}

/** Records each text that a page shows for a moment, also on pages that are opened later. */
export async function recordTexts(page: Page): Promise<() => string> {
  const texts: string[] = []
  await page.exposeFunction('recordText', (text: string) => void texts.push(text))
  await page.addInitScript(`addEventListener('DOMContentLoaded', () => {
    const record = () => recordText(document.querySelector('main')?.innerText ?? '')
    new MutationObserver(record).observe(document.documentElement, { childList: true, subtree: true })
    record()
  })`)
  return () => texts.join('\n')
}

/** The line above a page that is shown until the slow server answers. */
export const SLOW = 'The connection is slow. Showing your saved copy…'

/** Waits until the open page is one of the server. */
export const untilCurrent = (page: Page): Promise<void> =>
  until('the page of the server is shown', () =>
    page.evaluate<boolean>("Number(document.querySelector('main').dataset.revision) > 0"),
  )
