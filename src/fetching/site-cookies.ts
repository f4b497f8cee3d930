import type { FetchTarget } from './parse-fetch-target.ts'
import { isSiteOf, type SiteLogin } from './site-login.ts'

/**
 * Maximum number of cookies for a site. Further cookies are ignored. RFC 6265, section 6.1, recommends that browsers
 * store at least 50 cookies for each domain.
 */
const MAX_COOKIES = 50
const MAX_LENGTH = 4096

interface Cookie {
  readonly name: string
  readonly value: string
  /** host that receives the cookie; a leading dot includes all subdomains */
  readonly scope: string
  readonly path: string
  readonly isSecure: boolean
}

/** The cookies that a site sets during a fetch with a login. They are sent only to this site. */
export interface SiteCookies {
  /** Stores the cookies of a response. @param lines values of its Set-Cookie headers */
  store(target: FetchTarget, lines: readonly string[]): void
  /** @returns the value of the Cookie header for a target; undefined if there is no cookie to send */
  of(target: FetchTarget): string | undefined
}

/**
 * @returns an empty cookie jar as in RFC 6265. It does not track lifetimes, because it exists only during one fetch. A
 *   received cookie that has already expired deletes the stored cookie with the same name, host and path.
 */
export function siteCookies(login: SiteLogin): SiteCookies {
  const cookies = new Map<string, Cookie>()
  return {
    store: (target, lines) => {
      if (!isSiteOf(login, target)) return
      for (const line of lines) {
        const cookie = parseCookie(line, target)
        if (!cookie) continue
        const key = JSON.stringify([cookie.name, cookie.scope, cookie.path])
        if (isExpired(line)) cookies.delete(key)
        else if (cookies.has(key) || cookies.size < MAX_COOKIES) cookies.set(key, cookie)
      }
    },
    of: (target) => {
      if (!isSiteOf(login, target)) return undefined
      const pairs = [...cookies.values()]
        .filter((one) => isFor(one, target))
        .map(({ name, value }) => `${name}=${value}`)
      return pairs.length === 0 ? undefined : pairs.join('; ')
    },
  }
}

/**
 * Parses a Set-Cookie header (RFC 6265, section 5.2).
 * @returns the cookie; undefined if it must be ignored
 */
function parseCookie(line: string, { host, url, secure }: FetchTarget): Cookie | undefined {
  if (line.length > MAX_LENGTH) return undefined
  const [pair = '', ...attributes] = line.split(';')
  const [name, value] = halves(pair)
  const given = new Map(attributes.map((text) => halves(text)).map(([key, said]) => [key.toLowerCase(), said]))
  const isSecure = given.has('secure')
  const scope = scopeOf(given.get('domain') ?? '', host)
  if (!isSendable(name, value) || scope === undefined || (isSecure && !secure)) return undefined
  const path = given.get('path') ?? ''
  return { name, value, scope, isSecure, path: path.startsWith('/') ? path : defaultPath(url) }
}

/** @returns true if all characters of the name and the value are allowed in a header (RFC 9110, section 5.5) */
function isSendable(name: string, value: string): boolean {
  return /^[\u0021-\u007e]+$/.test(name) && /^[\u0020-\u007e]*$/.test(value)
}

/**
 * @param attribute value of the cookie's Domain attribute; may be empty
 * @param host the host that set the cookie
 * @returns the host that receives the cookie; undefined if `host` does not belong to the domain
 */
function scopeOf(attribute: string, host: string): string | undefined {
  const domain = attribute.replace(/^\./, '').toLowerCase()
  if (domain === '') return host
  return domain === host || host.endsWith(`.${domain}`) ? `.${domain}` : undefined
}

function halves(text: string): [string, string] {
  const equals = text.indexOf('=')
  return equals === -1 ? [text.trim(), ''] : [text.slice(0, equals).trim(), text.slice(equals + 1).trim()]
}

/** @returns the default path of a cookie (RFC 6265, section 5.1.4) */
function defaultPath({ pathname }: URL): string {
  return pathname.slice(0, Math.max(1, pathname.lastIndexOf('/')))
}

function isExpired(line: string): boolean {
  const age = /;\s{0,20}max-age\s{0,20}=\s{0,20}(-?\d{1,15})/i.exec(line)?.[1]
  if (age !== undefined) return Number(age) <= 0
  const expires = /;\s{0,20}expires\s{0,20}=([^;]{0,100})/i.exec(line)?.[1]
  return expires !== undefined && Date.parse(expires) < Date.now()
}

function isFor({ scope, path, isSecure }: Cookie, { host, url, secure }: FetchTarget): boolean {
  if (isSecure && !secure) return false
  const isHost = scope === host || (scope.startsWith('.') && (scope.slice(1) === host || host.endsWith(scope)))
  const { pathname } = url
  return isHost && (pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`))
}
