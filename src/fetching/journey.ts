import type { AllowList } from './allow-list.ts'
import type { Answer } from './answer-reader.ts'
import { FetchFailure } from './fetch-failure.ts'
import type { FetchLimits } from './fetch-limits.ts'
import type { FetchedPage } from './fetch-outcome.ts'
import { parseTarget, type FetchTarget } from './fetch-target.ts'
import { exchange } from './http-exchange.ts'
import { orAborted, withDeadline } from './phase-deadline.ts'
import { pinAddresses, resolveBySystem, type ResolveHost } from './pinned-addresses.ts'
import { openConnection } from './pinned-connection.ts'

export interface Journey {
  readonly allow: AllowList
  readonly userAgent: string
  readonly accept: string
  readonly limits: FetchLimits
  /** aborts with a FetchFailure */
  readonly signal: AbortSignal
  readonly resolve?: ResolveHost
  /** PEM certificates trusted instead of the machine's */
  readonly ca?: string
}

/**
 * Goes from hop to hop until an answer is no redirect.
 * @throws FetchFailure
 */
export async function followRedirects(url: string, journey: Journey): Promise<FetchedPage> {
  const redirects: string[] = []
  for (let target = parseTarget(url); ;) {
    const { head, body } = await visit(target, journey)
    if (head.location === undefined) return toPage(target, redirects, { head, body })
    redirects.push(target.url.href)
    if (redirects.length > journey.limits.redirects) throw new FetchFailure('too_many_redirects', target.url.href)
    target = parseTarget(head.location, target.url)
  }
}

/** One hop: resolve, check, connect, ask. Every hop passes every check anew. */
async function visit(target: FetchTarget, journey: Journey): Promise<Answer> {
  const { allow, limits, signal, ca, resolve = resolveBySystem } = journey
  const phase = { name: 'connecting', ms: limits.connectMs, signal }
  const socket = await withDeadline(phase, async (inner) => {
    inner.throwIfAborted()
    const addresses = await orAborted(pinAddresses(target, allow, resolve), inner)
    const plan = { target, addresses, timeoutMs: limits.connectMs, signal: inner }
    return await openConnection({ ...plan, ...(ca !== undefined && { ca }) })
  })
  return await exchange({ ...journey, target, socket })
}

function toPage(target: FetchTarget, redirects: readonly string[], { head, body }: Answer): FetchedPage {
  const { status, headers, contentType } = head
  return { url: target.url.href, redirects, status, headers, contentType, body }
}
