import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openStage, saveTitles, signIn, until, untilWatched, type Stage } from './service-and-browser.fixture.ts'
import { throughLossyNetwork } from './lossy-network.fixture.ts'
import { untilKept } from './offline-store.fixture.ts'

test('a choice of texts for offline reading takes effect at once, also during a synchronization', async (t) => {
  const network = await throughLossyNetwork(t, await openStage(t))
  const { stage } = network
  await saveTitles(stage, ['Unread'])
  await saveTitles(stage, ['Read'], { archive: 1 })
  const page = await signIn(stage, { serviceWorkers: 'allow' })
  await page.addInitScript(COUNT_REQUESTS)
  await untilWatched(page)
  await untilKept(page, 1)
  await t.test('it takes effect without another visit if no texts are being fetched', async () => {
    await chooseAll(stage, page)
    await untilKept(page, 2)
  })
  await t.test('while texts are fetched', async () => {
    await chooseAll(stage, page, false)
    await saveTitles(stage, ['Unread later'])
    await saveTitles(stage, ['Read later'], { archive: 1 })
    network.hold('POST /sync/content')
    await chooseAll(stage, page)
    await until('a text is requested', async () => network.held() > 0)
    network.hold(undefined)
    await untilKept(page, 4)
  })
})

/**
 * Counts the messages by which a page asks the service worker to synchronize. The test waits for the first one, which
 * follows the page load, before it changes the choice.
 */
const COUNT_REQUESTS = `{
  const { postMessage } = ServiceWorker.prototype
  window.syncRequests = 0
  ServiceWorker.prototype.postMessage = function (...given) {
    window.syncRequests++
    return postMessage.apply(this, given)
  }
}`

/**
 * Submits the form that selects the articles for offline reading, after the synchronization that follows every page
 * load.
 */
async function chooseAll({ base }: Stage, page: Page, isAll = true): Promise<void> {
  await page.goto(`${base}/config/offline`)
  await until('the page has started a synchronization', () => page.evaluate<boolean>('window.syncRequests > 0'))
  await page.setChecked('[name=all]', isAll)
  await page.click('main form .button')
  await page.waitForSelector(`[name=all]${isAll ? '[checked]' : ':not([checked])'}`, { state: 'attached' })
}
