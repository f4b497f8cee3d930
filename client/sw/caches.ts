import type { FetchEvent } from './worker-scope.ts'

/** The hash of the assets, from the address of this module. */
export const HASH = /\/assets\/([^/]+)\//.exec(import.meta.url)?.[1] ?? ''
/** The cache for this version of the files. */
export const FILES = `dogear-files-${HASH}`
export const PICTURES = 'dogear-pictures'
/** The page for what is not stored, before the library is. */
export const OFFLINE = '/offline'

/** Stores pages with their style sheets. */
export async function keepFiles(paths: readonly string[]): Promise<void> {
  const files = await caches.open(FILES)
  await files.addAll([...paths])
  for (const path of paths) {
    const page = (await (await files.match(path))?.text()) ?? ''
    await files.addAll([...page.matchAll(/rel="stylesheet" href="([^"]+)"/g)].map(([, href]) => href!))
  }
}

/** Stores the files that are not stored yet; what fails is tried again the next time. */
export async function keepMissingFiles(paths: readonly string[]): Promise<void> {
  const files = await caches.open(FILES)
  for (const path of paths) if (!(await files.match(path))) await files.add(path).catch(() => undefined)
}

/** @returns the stored file, or the one from the network, which is stored then */
export async function keptFirst(event: FetchEvent, name: string): Promise<Response> {
  const cache = await caches.open(name)
  const kept = await cache.match(event.request)
  if (kept) return kept
  const answer = await fetch(event.request)
  if (answer.ok) event.waitUntil(cache.put(event.request.url, answer.clone()))
  return answer
}

/** @returns an asset of this version as JSON */
export async function assetJson(name: string): Promise<unknown> {
  const path = `/assets/${HASH}/${name}`
  const files = await caches.open(FILES)
  let kept = await files.match(path)
  if (!kept) {
    await files.add(path)
    kept = await files.match(path)
  }
  return kept?.json()
}
