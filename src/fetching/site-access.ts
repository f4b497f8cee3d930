import type { SiteCookies } from './site-cookies.ts'
import type { SiteLogin } from './site-login.ts'

/** The use of an account in a fetch. */
export interface SiteAccess {
  readonly login: SiteLogin
  /** whether name and password are sent by HTTP Basic; a site with a form gets them by that form only */
  readonly isBasic: boolean
  /** cookies of the signed-in site */
  readonly cookies: SiteCookies
}
