import type { Page } from 'playwright-core'
import { until, type Stage } from './service-and-browser.fixture.ts'

/** @returns the number of records in a table of the offline store. Only one user may have a store in the browser. */
export function countStored(page: Page, name: string): Promise<number> {
  return page.evaluate<number>(`(async () => {
    const [{ name: database } = {}] = (await indexedDB.databases()).filter((one) => /^dogear-\\d+$/.test(one.name))
    if (database === undefined) return 0
    const opened = await new Promise((resolve, reject) => {
      const request = indexedDB.open(database)
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    if (!opened.objectStoreNames.contains('${name}')) { opened.close(); return 0 }
    const count = await new Promise((resolve, reject) => {
      const request = opened.transaction('${name}').objectStore('${name}').count()
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    opened.close()
    return count
  })()`)
}

/**
 * @returns the result of a request to the offline store. Only one user may have a store in the browser.
 * @param expression JavaScript that makes the request with `store`
 */
export function askStore<Value>(page: Page, expression: string): Promise<Value> {
  return page.evaluate<Value>(`(async () => {
    const [{ name }] = (await indexedDB.databases()).filter((one) => /^dogear-\\d+$/.test(one.name))
    const result = (request) => new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    const store = await result(indexedDB.open(name))
    const value = await result(${expression})
    store.close()
    return value
  })()`)
}

export const metaOf = (page: Page, name: string): Promise<unknown> =>
  askStore(page, `store.transaction('meta').objectStore('meta').get('${name}')`)

/** Waits until this number of texts can be read without a network. */
export async function untilKept(page: Page, contents: number): Promise<void> {
  await until(`${contents} contents are kept`, async () => (await countStored(page, 'contents')) >= contents)
}

/** Stops the server, so that all requests fail as without a network. */
export function stop({ app: { app } }: Stage): Promise<void> {
  return new Promise((resolve) => {
    app.server.close(() => resolve())
    app.server.closeAllConnections()
  })
}

export function startAgain({ app: { app }, base }: Stage): Promise<void> {
  return new Promise((resolve) => app.server.listen(Number(new URL(base).port), '127.0.0.1', resolve))
}

/** Cuts the network. Chromium reports itself offline, and the service worker cannot reach the server either. */
export async function cutNetwork(stage: Stage, page: Page): Promise<void> {
  await page.context().setOffline(true)
  await stop(stage)
}

export async function restoreNetwork(stage: Stage, page: Page): Promise<void> {
  await startAgain(stage)
  await page.context().setOffline(false)
}
