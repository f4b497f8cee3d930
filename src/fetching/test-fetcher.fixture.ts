import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { parseAllowList } from './addresses/allow-list.ts'
import type { FetchedPage, FetchFailed, FetchOutcome } from './fetch-outcome.ts'
import { createFetcher, type Fetcher, type FetcherOptions } from './fetcher.ts'

export type TestFetcherOptions = Partial<Omit<FetcherOptions, 'allow'>> & { readonly allow?: string }

/** @returns a fetcher with short time limits, which is closed after the test */
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

/** @returns the page of an outcome; fails the test if the fetch failed */
export function pageOf(outcome: FetchOutcome): FetchedPage {
  assert.ok(outcome.kind === 'page', JSON.stringify(outcome))
  return outcome.page
}

/** @returns the failure of an outcome; fails the test if the fetch succeeded */
export function failureOf(outcome: FetchOutcome): FetchFailed {
  assert.ok(outcome.kind === 'failed', 'expected a failure, got a page')
  return outcome
}

/** @returns the body of a page as text */
export function textOf(outcome: FetchOutcome): string {
  return Buffer.from(pageOf(outcome).body).toString()
}
