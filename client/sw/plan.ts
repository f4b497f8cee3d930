/** What the service worker does with a request. */
export type Plan = 'asset' | 'picture' | 'reading' | 'list' | 'saving' | 'leave'

export interface Asked {
  readonly method: string
  readonly url: URL
  /** of our own address */
  readonly origin: string
  readonly accept: string
  readonly isFrame: boolean
}

/** In UTF-16 units: how much of what is shared is looked at. */
const MOST_TEXT = 10_000
const LISTS = /^\/(?:(?:unread|starred|archive|all)\/list)?$/

/** @returns how a request is answered; everything that changes something, or is of others, is left to the network */
export function planFor({ method, url, origin, accept, isFrame }: Asked): Plan {
  if (method !== 'GET' || url.origin !== origin) return 'leave'
  if (url.pathname.startsWith('/assets/')) return 'asset'
  if (url.pathname.startsWith('/images/')) return 'picture'
  if (!accept.includes('text/html') || isFrame) return 'leave'
  if (/^\/view\/\d+$/.test(url.pathname)) return 'reading'
  if (url.pathname === '/bookmarklet') return 'saving'
  return LISTS.test(url.pathname) && url.search === '' ? 'list' : 'leave'
}

/**
 * What another app shares is sent by the system and must reach the server by itself: fetched from here, it would look as
 * if a page of ours had sent it. Without a network it waits on the page that asks for a press.
 * @param path of the request, such as `/share-target`
 */
export function isShare(method: string, path: string): boolean {
  return method === 'POST' && path === '/share-target'
}

/**
 * @param form of a share: where the address is depends on the app that shares (src/web/lists/shared-page.ts)
 * @returns the address at which what was shared waits
 */
export function waitingPath(form: FormData): string {
  const text = (name: string) => String(form.get(name) ?? '').slice(0, MOST_TEXT)
  const url = text('url') || (/https?:\/\/\S+/i.exec(text('text'))?.[0] ?? '')
  return `/bookmarklet?${new URLSearchParams({ title: [...text('title')].slice(0, 99).join(''), url }).toString()}`
}

/**
 * @param names of the caches that are there
 * @param current those of this version
 * @returns our caches of other versions, to be dropped
 */
export function outdated(names: readonly string[], current: readonly string[]): string[] {
  return names.filter((name) => name.startsWith('dogear-') && !current.includes(name))
}
