import type { Article, Step } from '@dogear/extractor/service'
import type { ExtractionPool } from '../../extraction/extraction-pool.ts'
import type { Fetcher } from '../../fetching/fetcher.ts'
import type { UserId } from '../../kernel/brand.ts'
import { cleanAddress } from '../saving/entry-address.ts'
import { extractingWithRules } from '../fetching/extract-with-rules.ts'
import { FETCH_REASONS, NEXT_STEPS, type FetchReason } from '../fetching/fetch-failure.ts'
import type { FindRulesForPage } from '../site-rules/find-rules-for-page.ts'
import { fetchResult } from '../fetching/fetch-entry.job.ts'
import { judgeExtraction, type Judgement } from '../fetching/judge-extraction.ts'

export interface TryExtractionDeps {
  readonly fetcher: Fetcher
  readonly extraction: ExtractionPool
  /** the extraction rules of sites; absent if there are none */
  readonly findRules?: FindRulesForPage
}

type ForOwner = TryExtractionDeps & { readonly owner: UserId }

/** A page to fetch, or a given one. `url` is a web address in the form that `parseEntryAddress` accepts. */
export interface TriedPage {
  readonly url: string
  /** the page itself, instead of fetching it, with its Content-Type if known */
  readonly given?: { readonly body: Uint8Array; readonly contentType?: string }
}

/** The result that a save would store for a page, with its extraction log. */
export interface Trial {
  /** address of the page after redirects */
  readonly url: string
  /** HTTP status; undefined without a response or a request */
  readonly status: number | undefined
  /** undefined if there is none; `failure` is then the reason */
  readonly article: Article | undefined
  readonly failure: { readonly code: FetchReason; readonly message: string; readonly next: string } | undefined
  readonly steps: readonly Step[]
  /** whole milliseconds, including the fetch */
  readonly ms: number
}

/**
 * Processes a page like a save, except for logins at sites, and stores nothing.
 * @param deps with the owner whose rules for sites apply, along with those of the operator
 * @throws AppError `unavailable` when too many pages are waiting
 */
export async function tryExtraction(deps: ForOwner, page: TriedPage, signal: AbortSignal): Promise<Trial> {
  const start = performance.now()
  const found = page.given ? await judgeGiven(deps, page.url, page.given) : await judgeFetched(deps, page.url, signal)
  const { judgement, url, status } = found
  const ms = Math.round(performance.now() - start)
  const { steps } = judgement
  if (judgement.kind === 'article') return { url, status, article: judgement.article, failure: undefined, steps, ms }
  const code = judgement.reason
  const failure = { code, message: FETCH_REASONS[code], next: NEXT_STEPS[code] }
  return { url, status, article: undefined, failure, steps, ms }
}

interface Judged {
  readonly judgement: Judgement
  readonly url: string
  readonly status: number | undefined
}

async function judgeGiven(
  { extraction, findRules, owner }: ForOwner,
  url: string,
  { body, contentType }: NonNullable<TriedPage['given']>,
): Promise<Judged> {
  const rules = await findRules?.(owner, url)
  const page = { url, status: 200, headers: {}, contentType, body }
  const extracted = await extractingWithRules(extraction, rules).extract(page)
  return { judgement: judgeExtraction(extracted, 200, undefined), url, status: undefined }
}

async function judgeFetched(deps: ForOwner, address: string, signal: AbortSignal): Promise<Judged> {
  const result = await fetchResult(deps, cleanAddress(address), signal)
  if (result.kind === 'failed') {
    return { judgement: result, url: result.page?.url ?? address, status: result.page?.status }
  }
  const { article, steps } = result.extraction
  return { judgement: { kind: 'article', article, steps }, url: result.page.url, status: result.page.status }
}
