/** How the service worker handles a request. */
export type Plan = 'asset' | 'picture' | 'reading' | 'list' | 'saving' | 'leave'

export interface Asked {
  readonly method: string
  readonly url: URL
  /** the server's own origin */
  readonly origin: string
  readonly accept: string
  readonly isFrame: boolean
}

/** Maximum length of a shared text in UTF-16 units; the rest is ignored. */
const MOST_TEXT = 10_000
const LISTS = /^\/(?:(?:unread|starred|archive|all)\/list)?$/

/** @returns how to handle a request; changes, and requests to other origins, go to the network */
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
 * The system sends pages shared from other apps directly to the server: forwarded by the worker, the request would look
 * like one from our own page. Offline, the shared page is shown on a page that saves it after a click.
 * @param path of the request, such as `/share-target`
 */
export function isShare(method: string, path: string): boolean {
  return method === 'POST' && path === '/share-target'
}

/**
 * @param form of a share; the field with the address depends on the app (src/web/lists/shared-page.ts)
 * @returns the address of the page that saves it after a click
 */
export function waitingPath(form: FormData): string {
  const text = (name: string) => String(form.get(name) ?? '').slice(0, MOST_TEXT)
  const url = text('url') || (/https?:\/\/\S+/i.exec(text('text'))?.[0] ?? '')
  return `/bookmarklet?${new URLSearchParams({ title: [...text('title')].slice(0, 99).join(''), url }).toString()}`
}

/**
 * @param names of the existing caches
 * @param current those of this version
 * @returns our caches of other versions, to be deleted
 */
export function outdated(names: readonly string[], current: readonly string[]): string[] {
  return names.filter((name) => name.startsWith('dogear-') && !current.includes(name))
}
