/** The rules of one file in the format of ftr-site-config. All expressions are XPath. */
export interface SiteRules {
  readonly title: readonly string[]
  readonly body: readonly string[]
  readonly author: readonly string[]
  readonly date: readonly string[]
  readonly strip: readonly string[]
  /** Elements whose id or class contains one of these texts are removed. */
  readonly stripIdOrClass: readonly string[]
  /** Images whose address contains one of these texts are removed. */
  readonly stripImageSrc: readonly string[]
  readonly replacements: readonly { readonly find: string; readonly replace: string }[]
  readonly singlePageLink: readonly string[]
  readonly nextPageLink: readonly string[]
  /** Conditions of `singlePageLink`: it is used if one of these expressions matches, or if there are none. */
  readonly ifPageContains: readonly string[]
  /** If true, labels and lists of links are removed from the text that `body` selects. */
  readonly prune: boolean
  /** How to sign in to the site; absent if that is not required. */
  readonly signIn?: SignInRules
}

/** How the sign-in form of a site is sent. */
export interface SignInRules {
  /** Address that the form is sent to. */
  readonly uri: string
  readonly usernameField: string
  readonly passwordField: string
  readonly extraFields: readonly SignInField[]
  /** Expressions that match on a page if the visitor is not signed in. One match is sufficient. */
  readonly notLoggedIn: readonly string[]
}

/** A further field of the form: with a fixed value, or with a value from a page. */
export type SignInField =
  | { readonly name: string; readonly value: string }
  | { readonly name: string; readonly from: { readonly xpath: string; readonly page: string } }

/** Rules and where they come from: `the user's own`, or the name of a file. */
export interface SourcedRules {
  readonly source: string
  readonly rules: SiteRules
}

/** A problem in a line of rules. The first line is number 1. */
export interface RuleProblem {
  readonly line: number
  readonly message: string
}
