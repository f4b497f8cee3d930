import { CookieJar as RfcCookieJar } from 'tough-cookie'
import type { FetchTarget } from './parse-fetch-target.ts'
import { isSiteOf, type SiteLogin } from './site-login.ts'

/**
 * Maximum number of cookies in a request. Further cookies are not sent. RFC 6265, section 6.1, recommends that browsers
 * store at least 50 cookies for each domain.
 */
const MAX_SENT = 50
/** Maximum number of Set-Cookie headers in the lifetime of a jar. Further ones are ignored. */
const MAX_STORED = 500
const MAX_LENGTH = 4096

/** The cookies that sites set during a fetch. A jar never outlives its fetch. */
export interface CookieJar {
  /** Stores the cookies of a response. @param lines values of its Set-Cookie headers */
  store(target: FetchTarget, lines: readonly string[]): void
  /** @returns the value of the Cookie header for a target; undefined if there is no cookie to send */
  of(target: FetchTarget): string | undefined
}

/**
 * @returns an empty cookie jar with the rules of RFC 6265 for hosts, paths and secure cookies. A cookie for a public
 *   suffix, such as `co.uk`, is ignored.
 */
export function createCookieJar(): CookieJar {
  const jar = new RfcCookieJar(undefined, { rejectPublicSuffixes: true, allowSecureOnLocal: false })
  let stored = 0
  return {
    store: ({ url }, lines) => {
      for (const line of lines) {
        if (line.length > MAX_LENGTH || ++stored > MAX_STORED) continue
        jar.setCookieSync(line, url.href, { ignoreError: true })
      }
    },
    of: ({ url }) => {
      const pairs = jar.getCookiesSync(url.href).map((cookie) => cookie.cookieString())
      const sendable = pairs.filter((pair) => SENDABLE.test(pair)).slice(0, MAX_SENT)
      return sendable.length === 0 ? undefined : sendable.join('; ')
    },
  }
}

/** Matches cookies whose characters are all allowed in a header (RFC 9110, section 5.5). */
const SENDABLE = /^[\u0021-\u007e]+=[\u0020-\u007e]*$/

/** @returns an empty cookie jar for a fetch with a login. It stores and returns only cookies of the site of the login. */
export function createSiteCookieJar(login: SiteLogin): CookieJar {
  const jar = createCookieJar()
  return {
    store: (target, lines) => {
      if (isSiteOf(login, target)) jar.store(target, lines)
    },
    of: (target) => (isSiteOf(login, target) ? jar.of(target) : undefined),
  }
}
