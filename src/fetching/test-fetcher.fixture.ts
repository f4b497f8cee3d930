import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { parseAllowList } from './addresses/allow-list.ts'
import type { FetchedPage, FetchFailed, FetchOutcome } from './fetch-outcome.ts'
import { createFetcher, type Fetcher, type FetcherOptions } from './fetcher.ts'

type TestFetcherOptions = Partial<Omit<FetcherOptions, 'allow'>> & { readonly allow?: string }

/** @returns a fetcher with short time limits. It is closed after the test. */
export function testFetcher(t: TestContext, { allow = '', limits = {}, ...rest }: TestFetcherOptions = {}): Fetcher {
  const short = { connectMs: 1500, headMs: 2000, totalMs: 4000, slowWindowMs: 600 }
  const fetcher = createFetcher({
    allow: parseAllowList(allow),
    userAgent: 'Dogear-Test/1',
    limits: { ...short, ...limits },
    ...rest,
  })
  t.after(() => fetcher.close())
  return fetcher
}

/** @returns the page. If the fetch failed, the test fails. */
export function pageOf(outcome: FetchOutcome): FetchedPage {
  assert.ok(outcome.kind === 'page', JSON.stringify(outcome))
  return outcome.page
}

/** @returns the failure. If the fetch succeeded, the test fails. */
export function failureOf(outcome: FetchOutcome): FetchFailed {
  assert.ok(outcome.kind === 'failed', 'expected a failure, got a page')
  return outcome
}

/** @returns the body of the page as text. If the fetch failed, the test fails. */
export function textOf(outcome: FetchOutcome): string {
  return Buffer.from(pageOf(outcome).body).toString()
}
