import type { Article, Step } from '@dogear/extractor/service'
import type { ExtractionPool } from '../../extraction/extraction-pool.ts'
import type { Fetcher } from '../../fetching/fetcher.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import { cleanAddress } from '../saving/final-address.ts'
import { withSiteRules } from '../fetching/extract-with-rules.ts'
import { FETCH_REASONS, NEXT_STEPS, type FetchReason } from '../fetching/fetch-failure-reasons.ts'
import type { FindRulesForPage } from '../site-rules/find-rules-for-page.ts'
import { fetchResult } from '../fetching/fetch-entry.job.ts'
import { withoutPictures } from '../document-picture-store.ts'
import { judgeExtraction, type Judgement } from '../fetching/judge-extraction.ts'

export interface TryExtractionDeps {
  readonly fetcher: Fetcher
  readonly extraction: ExtractionPool
  /** finds the extraction rules for a page; absent if no rules are used */
  readonly findRules?: FindRulesForPage
}

type ForOwner = TryExtractionDeps & { readonly owner: UserId }

/** A page to extract. `url` is a web address in the form that `parseEntryAddress` returns. */
export interface TriedPage {
  readonly url: string
  /** body of the page, with its Content-Type if known; if absent, the page is fetched */
  readonly given?: { readonly body: Uint8Array; readonly contentType?: string }
}

/** The result that would be stored if the page were saved, with the extraction log. */
export interface Trial {
  /** address of the page after redirects */
  readonly url: string
  /** HTTP status; undefined if there was no response or the page was not fetched */
  readonly status: number | undefined
  /** undefined if the extraction failed */
  readonly article: Article | undefined
  readonly failure: { readonly code: FetchReason; readonly message: string; readonly next: string } | undefined
  readonly steps: readonly Step[]
  /** duration in whole milliseconds, including the fetch */
  readonly ms: number
}

/**
 * Processes a page like a save, but without site logins, and stores nothing. The pictures of a document are left out.
 * @param deps include the owner, whose site rules take precedence over the operator's
 * @throws AppError `unavailable` when too many pages are waiting
 */
export async function tryExtraction(deps: ForOwner, page: TriedPage, signal: AbortSignal): Promise<Trial> {
  const start = performance.now()
  const found = page.given ? await judgeGiven(deps, page.url, page.given) : await judgeFetched(deps, page.url, signal)
  const { judgement, url, status } = found
  const ms = Math.round(performance.now() - start)
  const { steps } = judgement
  if (judgement.kind === 'article') {
    const article = withoutPictures(judgement.article, judgement.pictures)
    return { url, status, article, failure: undefined, steps, ms }
  }
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
  const extracted = await withSiteRules(extraction, rules).extract(page)
  return { judgement: judgeExtraction(extracted, 200, undefined), url, status: undefined }
}

async function judgeFetched(deps: ForOwner, address: string, signal: AbortSignal): Promise<Judged> {
  const result = await fetchResult(deps, cleanAddress(address), signal)
  if (result.kind === 'failed') {
    return { judgement: result, url: result.page?.url ?? address, status: result.page?.status }
  }
  return { judgement: result.extraction, url: result.page.url, status: result.page.status }
}
