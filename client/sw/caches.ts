import { inParallel } from './in-parallel.ts'
import type { FetchEvent } from './worker-scope.ts'

/** Hash of this version's assets, from the address of this module. */
export const HASH = /\/assets\/([^/]+)\//.exec(import.meta.url)?.[1] ?? ''
/** Name of the cache for this version's files. */
export const FILES = `dogear-files-${HASH}`
export const PICTURES = 'dogear-pictures'
/** Path of the page that browsers show if they are offline and the requested page is not available. */
export const OFFLINE = '/offline'

/** Stores pages, and the style sheets to which they link. */
export async function keepFiles(paths: readonly string[]): Promise<void> {
  const files = await caches.open(FILES)
  await files.addAll([...paths])
  for (const path of paths) {
    const page = (await (await files.match(path))?.text()) ?? ''
    await files.addAll([...page.matchAll(/rel="stylesheet" href="([^"]+)"/g)].map(([, href]) => href!))
  }
}

/** Stores the files that the cache lacks. A file whose fetch fails is fetched again at the next call. */
export async function keepMissingFiles(paths: readonly string[]): Promise<void> {
  const files = await caches.open(FILES)
  await inParallel(paths, async (path) => {
    if (!(await files.match(path))) await files.add(path).catch(() => undefined)
  })
}

/**
 * @param name name of the cache
 * @returns the response from the cache. If the cache lacks it, fetches the file and stores it.
 */
export async function cacheFirst(event: FetchEvent, name: string): Promise<Response> {
  const cache = await caches.open(name)
  const cached = await cache.match(event.request)
  if (cached) return cached
  const response = await fetch(event.request)
  if (response.ok) event.waitUntil(cache.put(event.request.url, response.clone()))
  return response
}

/** @returns the parsed content of one of this version's JSON assets. It is fetched and stored if the cache lacks it. */
export async function assetJson(name: string): Promise<unknown> {
  const path = `/assets/${HASH}/${name}`
  const files = await caches.open(FILES)
  let cached = await files.match(path)
  if (!cached) {
    await files.add(path)
    cached = await files.match(path)
  }
  return cached?.json()
}
