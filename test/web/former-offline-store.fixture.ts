import type { Page } from 'playwright-core'

type Records = readonly (readonly [key: IDBValidKey, value: unknown])[]

/** The records of an offline store that an earlier version of Dogear wrote, by table. */
export interface FormerStore {
  readonly version: keyof typeof TABLES
  readonly user: number
  readonly tables: Readonly<Record<string, Records>>
  readonly outbox: readonly object[]
  /** HTML of the stored contents, by entry */
  readonly contents: readonly (readonly [id: number, html: string])[]
}

const FIRST = ['entries', 'progress', 'collections', 'contents', 'meta']
/** The tables of each former version, except the outbox. */
const TABLES = { 1: FIRST, 2: [...FIRST, 'documents', 'words', 'postings'] } as const

/**
 * Stores a library like an earlier version of the offline mode. The page must come from the server and have no service
 * worker.
 */
export async function writeFormerStore(page: Page, store: FormerStore): Promise<void> {
  await page.evaluate(`(async (given) => {
    const open = (name, version, onupgradeneeded) => new Promise((resolve, reject) => {
      const request = Object.assign(indexedDB.open(name, version), { onupgradeneeded })
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    const done = (transaction) => new Promise((resolve, reject) => {
      transaction.oncomplete = resolve
      transaction.onerror = () => reject(transaction.error)
    })
    const pointer = await open('dogear', 1, ({ target }) => target.result.createObjectStore('current'))
    const pointing = pointer.transaction('current', 'readwrite')
    pointing.objectStore('current').put(given.user, 'user')
    await done(pointing)
    pointer.close()
    const names = ${JSON.stringify(TABLES[store.version])}
    const opened = await open('dogear-' + given.user, given.version, ({ target }) => {
      for (const name of names) target.result.createObjectStore(name)
      target.result.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true })
    })
    const contents = await Promise.all(given.contents.map(async ([id, html]) => {
      const packed = new Blob([html]).stream().pipeThrough(new CompressionStream('gzip'))
      const bytes = await new Response(packed).arrayBuffer()
      const times = { fetchedAt: Date.now(), usedAt: Date.now() }
      const rest = { tag: 'former', copies: [], revision: 1e9, isWaitingForImages: false }
      return [id, { ...rest, ...times, packed: bytes, size: bytes.byteLength }]
    }))
    const writing = opened.transaction([...names, 'outbox'], 'readwrite')
    for (const [name, records] of Object.entries({ ...given.tables, contents })) {
      for (const [key, value] of records) writing.objectStore(name).put(value, key)
    }
    for (const record of given.outbox) writing.objectStore('outbox').put(record)
    await done(writing)
    opened.close()
  })(${JSON.stringify(store)})`)
}
