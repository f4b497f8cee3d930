import type { SignInRules } from '@dogear/extractor/service'
import type { FindSiteLogin } from '../../site-credentials/find-site-login.ts'
import type { ExtractionPool } from '../../extraction/extraction-pool.ts'
import type { FetchOutcome } from '../../fetching/fetch-outcome.ts'
import type { Fetcher } from '../../fetching/fetcher.ts'
import type { UseOfSiteLogin } from '../../fetching/use-of-site-login.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import type { FindRulesForPage } from '../site-rules/find-rules-for-page.ts'
import type { Wall } from './recognise-wall.ts'
import { withRetry } from '../../db/with-retry.ts'
import { createSiteCookieJar } from '../../fetching/cookie-jar.ts'
import { signInByForm, isSignedOut } from './sign-in-by-form.ts'

export interface FetchPageDeps {
  readonly fetcher: Fetcher
  readonly extraction: Pick<ExtractionPool, 'find'>
  /** finds the owner's login for a site; absent if no logins are used */
  readonly findLogin?: FindSiteLogin
  /** finds the extraction rules for a page, which may also describe how to sign in to its site */
  readonly findRules?: FindRulesForPage
  /** owner whose logins are used; if absent, none are used */
  readonly owner?: UserId
}

export interface PageWithAccess {
  readonly outcome: FetchOutcome
  /** fetches further pages of the article, with the same login as for this page */
  readonly fetcher: Fetcher
  /** host for which a login was sent; absent if none was sent */
  readonly usedLogin?: string
  /** the page that the site showed because it rejected the login; absent if it accepted it, or if none was sent */
  readonly wall?: Wall
}

/** Time limit in milliseconds for signing in by a form and fetching the page, including the second attempt. */
const SIGN_IN_MS = 60_000

/**
 * Fetches a page with the owner's login for its site, if there is one. If the address redirects to another site for
 * which the owner has a login, as short links do, the page is fetched again with that login.
 * @param address a web address
 */
export async function fetchPage(deps: FetchPageDeps, address: string, signal: AbortSignal): Promise<PageWithAccess> {
  const siteAccess = await findSiteAccess(deps, address, signal)
  const first = siteAccess
    ? await fetchWithLogin(deps, siteAccess, address, signal)
    : await fetchWithoutLogin(deps, address, signal)
  const { outcome } = first
  if (outcome.kind === 'failed' || outcome.page.isSignedIn || hostOf(outcome.page.url) === hostOf(address)) return first
  const other = await findSiteAccess(deps, outcome.page.url, signal)
  return other ? fetchWithLogin(deps, other, outcome.page.url, signal) : first
}

async function fetchWithoutLogin(
  { fetcher }: FetchPageDeps,
  address: string,
  signal: AbortSignal,
): Promise<PageWithAccess> {
  return { outcome: await fetcher.fetch(address, { signal }), fetcher }
}

interface SiteAccess {
  readonly access: UseOfSiteLogin
  /** describes the sign-in form; absent if the site uses HTTP Basic authentication */
  readonly form?: SignInRules
}

async function findSiteAccess(
  { findLogin, findRules, owner }: FetchPageDeps,
  url: string,
  signal: AbortSignal,
): Promise<SiteAccess | undefined> {
  if (!findLogin || owner === undefined) return undefined
  const login = await withRetry(() => findLogin(owner, url), signal)
  if (!login) return undefined
  const rules = await withRetry(async () => findRules?.(owner, url), signal)
  const form = rules?.rules.signIn
  return { access: { login, isBasic: form === undefined, cookies: createSiteCookieJar(login) }, ...(form && { form }) }
}

async function fetchWithLogin(
  deps: FetchPageDeps,
  { access, form }: SiteAccess,
  address: string,
  signal: AbortSignal,
): Promise<PageWithAccess> {
  const fetcher = signedInFetcher(deps.fetcher, access)
  const own = { ...deps, fetcher }
  if (form) return fetchWithForm(own, { access, form }, address, signal)
  const outcome = await fetcher.fetch(address, { signal })
  const isRefused = outcome.kind === 'page' && outcome.page.isSignedIn === true && outcome.page.status === 401
  return { ...withLogin({ outcome, fetcher }, access), ...(isRefused && { wall: loginRefusedWall('status 401') }) }
}

/** Signs in and fetches the page. If the page shows that the sign-in failed, both steps are repeated once. */
async function fetchWithForm(
  deps: FetchPageDeps,
  { access, form }: Required<SiteAccess>,
  address: string,
  signal: AbortSignal,
): Promise<PageWithAccess> {
  const end = AbortSignal.any([signal, AbortSignal.timeout(SIGN_IN_MS)])
  for (let isLast = false; ; isLast = true) {
    const isFormRefused = await signInByForm(deps, form, access, end)
    const outcome = await deps.fetcher.fetch(address, { signal: end })
    const reached = withLogin({ outcome, fetcher: deps.fetcher }, access)
    if (outcome.kind === 'failed') return reached
    const sign = await refusalSign(isFormRefused, outcome.page.status === 401, () =>
      isSignedOut(deps, form, outcome.page),
    )
    if (sign === undefined) return reached
    if (isLast || end.aborted) return { ...reached, wall: loginRefusedWall(sign) }
  }
}

async function refusalSign(
  isFormRefused: boolean,
  isUnauthorized: boolean,
  isSignedOut: () => Promise<boolean>,
): Promise<string | undefined> {
  if (isUnauthorized) return 'status 401'
  if (await isSignedOut()) return 'not_logged_in_xpath'
  return isFormRefused ? 'form' : undefined
}

function loginRefusedWall(sign: string): Wall {
  return { reason: 'login_refused', sign, articleMinutes: 1, hasOwnMetadata: true }
}

function withLogin(page: PageWithAccess, { login }: UseOfSiteLogin): PageWithAccess {
  const { outcome } = page
  return outcome.kind === 'page' && outcome.page.isSignedIn ? { ...page, usedLogin: login.host } : page
}

/** @returns a fetcher that signs in with the owner's login. It sends the credentials only to the site of the login. */
function signedInFetcher(fetcher: Fetcher, access: UseOfSiteLogin): Fetcher {
  return { ...fetcher, fetch: (url, options) => fetcher.fetch(url, { ...options, access }) }
}

function hostOf(url: string): string | undefined {
  return URL.parse(url)?.hostname
}
