import type { CookieJar } from './cookie-jar.ts'
import type { SiteLogin } from './site-login.ts'

/** The way in which a fetch uses an account at a site. */
export interface UseOfSiteLogin {
  readonly login: SiteLogin
  /** true to send the username and password by HTTP Basic authentication; false for sites with a sign-in form */
  readonly isBasic: boolean
  /** cookies that the site has set since the sign-in */
  readonly cookies: CookieJar
}
