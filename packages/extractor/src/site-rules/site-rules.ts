/** The contents of one file of site rules, in the format of ftr-site-config. Expressions are XPath. */
export interface SiteRules {
  readonly title: readonly string[]
  readonly body: readonly string[]
  readonly author: readonly string[]
  readonly date: readonly string[]
  readonly strip: readonly string[]
  /** Parts of ids or class names. */
  readonly stripIdOrClass: readonly string[]
  /** Parts of image addresses. */
  readonly stripImageSrc: readonly string[]
  readonly replacements: readonly { readonly find: string; readonly replace: string }[]
  readonly singlePageLink: readonly string[]
  readonly nextPageLink: readonly string[]
  /** Single page links are searched only if one of these matches; always if there are none. */
  readonly ifPageContains: readonly string[]
  /** Whether labels and lists of links are removed from the text that `body` selects. */
  readonly prune: boolean
  /** The sign-in of the site, if required. */
  readonly signIn?: SignInRules
}

/** The sign-in form of a site. */
export interface SignInRules {
  /** The target of the form. */
  readonly uri: string
  readonly usernameField: string
  readonly passwordField: string
  readonly extraFields: readonly SignInField[]
  /** Any of them matches on a page for signed-out visitors. */
  readonly notLoggedIn: readonly string[]
}

/** A field besides name and password: with a fixed value, or with one from a page. */
export type SignInField =
  | { readonly name: string; readonly value: string }
  | { readonly name: string; readonly from: { readonly xpath: string; readonly page: string } }

/** Rules with their source: `the user's own`, or the name of a file. */
export interface SourcedRules {
  readonly source: string
  readonly rules: SiteRules
}

/** A problem in a line of rules; the first line is 1. */
export interface RuleProblem {
  readonly line: number
  readonly message: string
}
