/**
 * How the service worker handles a request. `leave`: the worker leaves it to the browser. `network`: the server answers
 * it, or else the offline page.
 */
type Strategy = 'asset' | 'picture' | 'page' | 'network' | 'form' | 'share' | 'sign-out' | 'leave'

interface InterceptedRequest {
  readonly method: string
  readonly url: URL
  /** the server's own origin */
  readonly origin: string
  readonly accept: string
  readonly contentType: string
  /** whether the browser opens a page with the request; false for requests of scripts */
  readonly isNavigation: boolean
  /** address of the page that sent the request; empty if the browser does not state it */
  readonly referrer: string
}

/** Maximum length of a shared text in UTF-16 units. The rest is ignored. */
const MAX_TEXT = 10_000
/** Matches paths that are never answered from the stored library, such as those of the worker's own requests. */
const SERVER_ONLY =
  /^\/(?:api|oauth|device|sync|events|entry-cards|feed|export|login\/oidc|player|recover|healthz|readyz|offline)(?:[/.]|$)/
/** Paths of the forms whose responses end the session on purpose. */
const SIGN_OUT: ReadonlySet<string> = new Set(['/logout', '/config/danger/account'])
const FORM = 'application/x-www-form-urlencoded'

/** @returns how to handle a request. Requests to other origins are left to the browser. */
export function strategyFor(request: InterceptedRequest): Strategy {
  const { method, url, origin, isNavigation } = request
  if (url.origin !== origin) return 'leave'
  if (SERVER_ONLY.test(url.pathname)) return isNavigation && method === 'GET' ? 'network' : 'leave'
  if (method === 'POST') return strategyForForm(request)
  if (method !== 'GET') return 'leave'
  if (url.pathname.startsWith('/assets/')) return 'asset'
  if (url.pathname.startsWith('/images/')) return 'picture'
  return request.accept.includes('text/html') ? 'page' : 'leave'
}

/**
 * Chooses the strategy for a form. Forms from pages of other sites are left to the browser. If the worker forwarded
 * such a form, the server would take it for a form of its own pages.
 */
function strategyForForm({ url, origin, contentType, isNavigation, referrer }: InterceptedRequest): Strategy {
  if (url.pathname === '/share-target') return 'share'
  const isOwn = !isNavigation || referrer.startsWith(`${origin}/`)
  if (!isOwn || !contentType.startsWith(FORM)) return 'leave'
  if (SIGN_OUT.has(url.pathname)) return 'sign-out'
  return /^\/(?:login|register|setup|code)/.test(url.pathname) ? 'leave' : 'form'
}

/**
 * @param form form from the system's share menu. The sharing app decides which field contains the address
 * (src/web/saving/page-to-save.ts)
 * @returns the path of a page on which the user confirms the save
 */
export function confirmSavePath(form: FormData): string {
  const text = (name: string) => String(form.get(name) ?? '').slice(0, MAX_TEXT)
  const url = text('url') || (/https?:\/\/\S+/i.exec(text('text'))?.[0] ?? '')
  return `/bookmarklet?${new URLSearchParams({ title: [...text('title')].slice(0, 99).join(''), url }).toString()}`
}

/**
 * @param names names of all existing caches
 * @param current names of the caches of this version
 * @returns the names of Dogear's caches of other versions, which can be deleted
 */
export function outdatedCaches(names: readonly string[], current: readonly string[]): string[] {
  return names.filter((name) => name.startsWith('dogear-') && !current.includes(name))
}
