import { isIP } from 'node:net'
import type { AllowList } from './addresses/allow-list.ts'
import type { ExchangeResponse } from './exchange/response-reader.ts'
import { FetchFailure } from './fetch-failure.ts'
import type { FetchLimits } from './fetch-limits.ts'
import type { HostMemory } from './host-memory.ts'
import type { FetchedPage } from './fetch-outcome.ts'
import { createCookieJar, type CookieJar } from './cookie-jar.ts'
import { parseTarget, type FetchTarget } from './parse-fetch-target.ts'
import { exchange } from './exchange/http-exchange.ts'
import { orAborted, withDeadline } from './exchange/phase-deadline.ts'
import { pinAddresses, resolveBySystem, type ResolveHost } from './addresses/pinned-addresses.ts'
import type { ResolverTurns } from './addresses/resolver-turns.ts'
import { openConnection } from './exchange/pinned-connection.ts'
import { areAllPublicAddresses, publicFailure } from './failure-disclosure.ts'
import type { UseOfSiteLogin } from './use-of-site-login.ts'
import { basicAuthorization, isConfidentialConnection, isSiteOf } from './site-login.ts'

export interface Journey {
  readonly allow: AllowList
  readonly userAgent: string
  readonly accept: string
  readonly limits: FetchLimits
  /** aborts the fetch; the reason of the abort is a FetchFailure */
  readonly signal: AbortSignal
  readonly resolve?: ResolveHost
  /** turns in which background fetches resolve names */
  readonly turns: ResolverTurns
  /** hosts that have just failed to respond */
  readonly memory: HostMemory
  /** true if no user waits, so that a remembered failure ends the fetch */
  readonly isBackground: boolean
  /** PEM certificates to trust instead of those of the system */
  readonly ca?: string
  readonly access?: UseOfSiteLogin
  /** form fields for the first request. They contain a password, so no redirect sends them again. */
  readonly form?: URLSearchParams | undefined
}

/**
 * Requests an address and follows redirects.
 * @returns the first response that is not a redirect
 * @throws FetchFailure
 */
export async function followRedirects(url: string, journey: Journey): Promise<FetchedPage> {
  const redirects: string[] = []
  const cookies = createCookieJar()
  for (let target = parseTarget(url); ;) {
    const { answer, isSignedIn } = await sendRequest(target, {
      ...journey,
      cookies,
      form: redirects.length === 0 ? journey.form : undefined,
    })
    const { head } = answer
    if (head.location === undefined) return { ...toPage(target, redirects, answer), ...(isSignedIn && { isSignedIn }) }
    redirects.push(target.url.href)
    if (redirects.length > journey.limits.redirects) throw new FetchFailure('too_many_redirects', target.url.href)
    target = parseTarget(head.location, target.url)
  }
}

interface JourneyWithCookies extends Journey {
  /** cookies that sites have set during this fetch; those of the site of the login are in `access` */
  readonly cookies: CookieJar
}

interface HopResult {
  readonly answer: ExchangeResponse
  /** true if the login was sent with this request */
  readonly isSignedIn: boolean
}

/**
 * Sends one request.
 * @throws FetchFailure with a more specific code if all addresses of the target are public
 */
async function sendRequest(target: FetchTarget, journey: JourneyWithCookies): Promise<HopResult> {
  const { memory, turns, isBackground, signal, resolve = resolveBySystem } = journey
  const known = isBackground ? memory.failureOf(target) : undefined
  if (known) throw known
  const progress: Progress = { addresses: [], isConnected: false }
  const visit = (resolver: ResolveHost) => visitPinned(target, { ...journey, resolve: resolver }, progress)
  try {
    const result = await (isBackground && !isIP(target.host) ? turns.run(resolve, signal, visit) : visit(resolve))
    memory.responded(target)
    return result
  } catch (error) {
    if (!(error instanceof FetchFailure)) throw error
    const failure = areAllPublicAddresses(progress.addresses) ? publicFailure(error) : error
    if (!signal.aborted) memory.failed(target, failure, progress.isConnected)
    throw failure
  }
}

/** How far a request has come. */
interface Progress {
  /** checked addresses, known before the connection is opened */
  addresses: readonly string[]
  /** true once the connection is open */
  isConnected: boolean
}

/**
 * Resolves the host, checks its addresses, connects and sends the request. Every redirect repeats all of these checks,
 * including the check that the target may receive the login.
 * @param progress is updated, so that it is also known after a failure
 */
async function visitPinned(
  target: FetchTarget,
  journey: JourneyWithCookies & { readonly resolve: ResolveHost },
  progress: Progress,
): Promise<HopResult> {
  const { allow, limits, signal, ca, resolve } = journey
  const phase = { name: 'connecting', ms: limits.connectMs, signal }
  const { socket, isPrivate } = await withDeadline(phase, async (inner) => {
    inner.throwIfAborted()
    const addresses = await orAborted(pinAddresses(target, allow, resolve), inner)
    progress.addresses = addresses
    const isPrivate = isConfidentialConnection(target, addresses, allow)
    if (journey.form && !(isPrivate && isOwnSite(target, journey))) throw new FetchFailure('refused', LOGIN_NOT_SENT)
    const plan = { target, addresses, timeoutMs: limits.connectMs, signal: inner }
    return { socket: await openConnection({ ...plan, ...(ca !== undefined && { ca }) }), isPrivate }
  })
  progress.isConnected = true
  const login = isPrivate && isOwnSite(target, journey) ? journey.access : undefined
  const cookies = login?.cookies ?? journey.cookies
  const fields = {
    ...(login?.isBasic && { authorization: basicAuthorization(login.login) }),
    ...cookieField(cookies, target),
  }
  const answer = await exchange({ ...journey, target, socket, fields })
  cookies.store(target, answer.head.cookies)
  return { answer, isSignedIn: login !== undefined && Object.keys(fields).length > 0 }
}

const LOGIN_NOT_SENT = 'a login is sent to its own site only, and by https'

function isOwnSite(target: FetchTarget, { access }: Journey): boolean {
  return access !== undefined && isSiteOf(access.login, target)
}

function cookieField(cookies: CookieJar, target: FetchTarget): { readonly cookie?: string } {
  const cookie = cookies.of(target)
  return cookie === undefined ? {} : { cookie }
}

function toPage(target: FetchTarget, redirects: readonly string[], { head, body }: ExchangeResponse): FetchedPage {
  const { status, headers, contentType } = head
  return { url: target.url.href, redirects, status, headers, contentType, body }
}
