/** What the service worker does with a request. */
export type Plan = 'asset' | 'picture' | 'reading' | 'list' | 'leave'

export interface Asked {
  readonly method: string
  readonly url: URL
  /** of our own address */
  readonly origin: string
  readonly accept: string
  readonly isFrame: boolean
}

const LISTS = /^\/(?:(?:unread|starred|archive|all)\/list)?$/

/** @returns how a request is answered; everything that changes something, or is of others, is left to the network */
export function planFor({ method, url, origin, accept, isFrame }: Asked): Plan {
  if (method !== 'GET' || url.origin !== origin) return 'leave'
  if (url.pathname.startsWith('/assets/')) return 'asset'
  if (url.pathname.startsWith('/images/')) return 'picture'
  if (!accept.includes('text/html') || isFrame) return 'leave'
  if (/^\/view\/\d+$/.test(url.pathname)) return 'reading'
  return LISTS.test(url.pathname) && url.search === '' ? 'list' : 'leave'
}

/**
 * @param names of the caches that are there
 * @param current those of this version
 * @returns our caches of other versions, to be dropped
 */
export function outdated(names: readonly string[], current: readonly string[]): string[] {
  return names.filter((name) => name.startsWith('dogear-') && !current.includes(name))
}
