/**
 * How the service worker handles a request. `leave` means that it does not handle it; `network` falls back to the
 * offline page.
 */
export type Plan = 'asset' | 'picture' | 'page' | 'network' | 'form' | 'share' | 'sign-out' | 'leave'

export interface Asked {
  readonly method: string
  readonly url: URL
  /** the server's own origin */
  readonly origin: string
  readonly accept: string
  readonly contentType: string
  /** whether the browser opens a page with it; false for requests of scripts */
  readonly isNavigation: boolean
  /** address of the page that sent the request; empty if the browser does not state it */
  readonly referrer: string
}

/** Maximum length of a shared text in UTF-16 units; the rest is ignored. */
const MOST_TEXT = 10_000
/** Paths that are never answered from the stored library, including the worker's own requests. */
const LEFT = /^\/(?:api|oauth|sync|events|entry-cards|feed|export|healthz|readyz|offline)(?:[/.]|$)/
const FORM = 'application/x-www-form-urlencoded'

/** @returns how to handle a request; requests to other origins go to the network */
export function planFor(asked: Asked): Plan {
  const { method, url, origin, isNavigation } = asked
  if (url.origin !== origin) return 'leave'
  if (LEFT.test(url.pathname)) return isNavigation && method === 'GET' ? 'network' : 'leave'
  if (method === 'POST') return planForForm(asked)
  if (method !== 'GET') return 'leave'
  if (url.pathname.startsWith('/assets/')) return 'asset'
  if (url.pathname.startsWith('/images/')) return 'picture'
  return asked.accept.includes('text/html') ? 'page' : 'leave'
}

/**
 * Leaves forms from other sites to the browser: forwarded by the worker, they would reach the server as requests of its
 * own pages.
 */
function planForForm({ url, origin, contentType, isNavigation, referrer }: Asked): Plan {
  if (url.pathname === '/share-target') return 'share'
  const isOwn = !isNavigation || referrer.startsWith(`${origin}/`)
  if (!isOwn || !contentType.startsWith(FORM)) return 'leave'
  if (url.pathname === '/logout') return 'sign-out'
  return /^\/(?:login|register|setup|code)/.test(url.pathname) ? 'leave' : 'form'
}

/**
 * @param form sent by the system's share menu; the field that contains the address depends on the app
 * (src/web/lists/shared-page.ts)
 * @returns the path of the page that saves the address after a click
 */
export function waitingPath(form: FormData): string {
  const text = (name: string) => String(form.get(name) ?? '').slice(0, MOST_TEXT)
  const url = text('url') || (/https?:\/\/\S+/i.exec(text('text'))?.[0] ?? '')
  return `/bookmarklet?${new URLSearchParams({ title: [...text('title')].slice(0, 99).join(''), url }).toString()}`
}

/**
 * @param names names of all existing caches
 * @param current names of the caches of this version
 * @returns the names of Dogear's caches of other versions, to be deleted
 */
export function outdated(names: readonly string[], current: readonly string[]): string[] {
  return names.filter((name) => name.startsWith('dogear-') && !current.includes(name))
}
