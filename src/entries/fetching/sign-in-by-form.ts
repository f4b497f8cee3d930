import type { SignInField, SignInRules } from '@dogear/extractor/service'
import type { ExtractionPool } from '../../extraction/extraction-pool.ts'
import type { FetchedPage } from '../../fetching/fetch-outcome.ts'
import type { Fetcher } from '../../fetching/fetcher.ts'
import type { SiteAccess } from '../../fetching/site-access.ts'

export interface SignInDeps {
  /** sends the cookies of the account to its site */
  readonly fetcher: Fetcher
  readonly extraction: Pick<ExtractionPool, 'find'>
}

/** Maximum number of pages from which field values are taken. */
const MAX_PAGES = 3

/**
 * Submits the sign-in form of a site. `access` stores the cookies.
 * @returns whether the site refused it by its status; otherwise only the page shows whether the sign-in worked
 */
export async function signInByForm(
  deps: SignInDeps,
  rules: SignInRules,
  { login }: SiteAccess,
  signal: AbortSignal,
): Promise<boolean> {
  const form = new URLSearchParams()
  for (const [name, value] of await extraFields(deps, rules.extraFields, signal)) form.append(name, value)
  form.set(rules.usernameField, login.username)
  form.set(rules.passwordField, login.password)
  const outcome = await deps.fetcher.fetch(rules.uri, { signal, form })
  // The page after the sign-in may well be missing.
  return outcome.kind === 'page' && (outcome.page.status === 401 || outcome.page.status === 403)
}

/** @returns whether the page shows a signed-out state, by one of the rules' expressions */
export async function isSignedOut(
  { extraction }: Pick<SignInDeps, 'extraction'>,
  { notLoggedIn }: SignInRules,
  page: FetchedPage,
): Promise<boolean> {
  if (notLoggedIn.length === 0) return false
  // The extractor takes ownership of the bytes.
  const capture = { ...page, body: page.body.slice() }
  const found = await extraction.find(
    capture,
    notLoggedIn.map((expression) => `boolean(${expression})`),
  )
  return found.includes('true')
}

/** Fields without a value are omitted. */
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
