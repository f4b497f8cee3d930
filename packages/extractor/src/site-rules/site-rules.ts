/** Rules of one file in the format of ftr-site-config. All expressions are XPath. */
export interface SiteRules {
  readonly title: readonly string[]
  readonly body: readonly string[]
  readonly author: readonly string[]
  readonly date: readonly string[]
  readonly strip: readonly string[]
  /** Elements are removed if their id or class contains one of these texts. */
  readonly stripIdOrClass: readonly string[]
  /** Images are removed if their address contains one of these texts. */
  readonly stripImageSrc: readonly string[]
  readonly replacements: readonly { readonly find: string; readonly replace: string }[]
  readonly singlePageLink: readonly string[]
  readonly nextPageLink: readonly string[]
  /**
   * Conditions for using `singlePageLink`: one of these expressions must match. Without expressions, the link is always
   * used.
   */
  readonly ifPageContains: readonly string[]
  /** Whether labels and lists of links are removed from the text that `body` selects. */
  readonly prune: boolean
  /** How to sign in to the site; absent for sites without sign-in. */
  readonly signIn?: SignInRules
}

/** Rules for sending the sign-in form of a site. */
export interface SignInRules {
  /** Address to which the form is sent. */
  readonly uri: string
  readonly usernameField: string
  readonly passwordField: string
  readonly extraFields: readonly SignInField[]
  /** Expressions that match if the visitor is not signed in. One match is sufficient. */
  readonly notLoggedIn: readonly string[]
}

/** A field of the sign-in form besides those for username and password. Its value is fixed, or taken from a page. */
export type SignInField =
  | { readonly name: string; readonly value: string }
  | { readonly name: string; readonly from: { readonly xpath: string; readonly page: string } }

/** Rules with their source. */
export interface SourcedRules {
  /** Description of the source for the extraction log, such as the name of a file. */
  readonly source: string
  /** True for rules of the user who saves the page. They are used even if they find far less text. */
  readonly isOwn?: boolean
  readonly rules: SiteRules
}

/** A problem in a line of a rules file. Lines are counted from 1. */
export interface RuleProblem {
  readonly line: number
  readonly message: string
}
