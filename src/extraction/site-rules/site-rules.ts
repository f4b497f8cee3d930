/** What one file of site rules says, in the format of ftr-site-config. Expressions are XPath. */
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
  /** Single page links are looked for only where one of these matches; always when there are none. */
  readonly ifPageContains: readonly string[]
  /** Whether labels and lists of links are taken out of the text that `body` names. */
  readonly prune: boolean
  /** How the site is signed in to, where it needs that. */
  readonly signIn?: SignInRules
}

/** The form by which a site is signed in to. */
export interface SignInRules {
  /** Where the form is sent. */
  readonly uri: string
  readonly usernameField: string
  readonly passwordField: string
  readonly extraFields: readonly SignInField[]
  /** Any of them finds something on a page that was shown to a stranger. */
  readonly notLoggedIn: readonly string[]
}

/** A field besides name and password: with a fixed value, or with one that stands on a page. */
export type SignInField =
  | { readonly name: string; readonly value: string }
  | { readonly name: string; readonly from: { readonly xpath: string; readonly page: string } }

/** Rules on their way to a page, and where they come from: `the user's own`, or the name of a file. */
export interface SourcedRules {
  readonly source: string
  readonly rules: SiteRules
}

/** What is wrong with a line of rules; the first line is 1. */
export interface RuleProblem {
  readonly line: number
  readonly message: string
}
