import type { SignInField, SignInRules } from '@dogear/extractor/service'
import type { ExtractionPool } from '../../extraction/extraction-pool.ts'
import type { FetchedPage } from '../../fetching/fetch-outcome.ts'
import type { Fetcher } from '../../fetching/fetcher.ts'
import type { UseOfSiteLogin } from '../../fetching/use-of-site-login.ts'

interface SignInDeps {
  /** fetches with the cookies of the login, and sends them only to the login's site */
  readonly fetcher: Fetcher
  readonly extraction: Pick<ExtractionPool, 'find'>
}

/**
 * Maximum number of other pages that are fetched to find the values of form fields. Fields with values on further pages
 * are omitted.
 */
const MAX_PAGES = 3

/**
 * Submits the sign-in form of a site. The fetcher stores the cookies of the response.
 * @returns true if the site rejected the sign-in with status 401 or 403. False does not mean success: only the
 *   requested page shows whether the user is signed in.
 */
export async function signInByForm(
  deps: SignInDeps,
  rules: SignInRules,
  { login }: UseOfSiteLogin,
  signal: AbortSignal,
): Promise<boolean> {
  const form = new URLSearchParams()
  for (const [name, value] of await extraFields(deps, rules.extraFields, signal)) form.append(name, value)
  form.set(rules.usernameField, login.username)
  form.set(rules.passwordField, login.password)
  const outcome = await deps.fetcher.fetch(rules.uri, { signal, form })
  // An error such as 404 is not a rejection: sites often redirect to a missing page after a successful sign-in.
  return outcome.kind === 'page' && (outcome.page.status === 401 || outcome.page.status === 403)
}

/** @returns true if one of the XPath expressions in the rules shows that the page was sent to a signed-out visitor */
export async function isSignedOut(
  { extraction }: Pick<SignInDeps, 'extraction'>,
  { notLoggedIn }: SignInRules,
  page: FetchedPage,
): Promise<boolean> {
  if (notLoggedIn.length === 0) return false
  // Passes a copy of the body, because the extractor takes ownership of the bytes.
  const capture = { ...page, body: page.body.slice() }
  const found = await extraction.find(
    capture,
    notLoggedIn.map((expression) => `boolean(${expression})`),
  )
  return found.includes('true')
}

/**
 * @returns the values of the additional form fields. A value is fixed, or found by XPath in another page. Fields
 * without a value are omitted.
 */
async function extraFields(
  { fetcher, extraction }: SignInDeps,
  fields: readonly SignInField[],
  signal: AbortSignal,
): Promise<(readonly [name: string, value: string])[]> {
  const pages = [...new Set(fields.flatMap((field) => ('from' in field ? [field.from.page] : [])))]
  const found = new Map<SignInField, string>()
  for (const address of pages.slice(0, MAX_PAGES)) {
    const here = fields.filter((field) => 'from' in field && field.from.page === address)
    const outcome = await fetcher.fetch(address, { signal })
    if (outcome.kind === 'failed') continue
    const expressions = here.map((field) => ('from' in field ? field.from.xpath : ''))
    const values = await extraction.find(outcome.page, expressions)
    for (const [i, value] of values.entries()) if (value !== undefined) found.set(here[i]!, value)
  }
  return fields.flatMap((field) => {
    const value = 'value' in field ? field.value : found.get(field)
    return value === undefined ? [] : [[field.name, value] as const]
  })
}
