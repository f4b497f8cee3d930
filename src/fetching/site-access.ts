import type { SiteCookies } from './site-cookies.ts'
import type { SiteLogin } from './site-login.ts'

/** How an account is used in a fetch. */
export interface SiteAccess {
  readonly login: SiteLogin
  /** whether name and password are sent by HTTP Basic; a site with a form gets them by that form alone */
  readonly isBasic: boolean
  /** what the site set while it was signed in to */
  readonly cookies: SiteCookies
}
