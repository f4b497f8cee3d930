import type { Extraction } from '@dogear/extractor/service'
import type { ExtractionPool } from '../../extraction/extraction-pool.ts'
import type { FindSiteLogin } from '../../site-credentials/find-site-login.ts'
import type { FetchedPage } from '../../fetching/fetch-outcome.ts'
import { inBackground } from '../../fetching/background-fetcher.ts'
import type { Fetcher } from '../../fetching/fetcher.ts'
import { RetryLater, type JobPayloads, type JobRun } from '../../jobs/job-queue.ts'
import type { Signals } from '../../signals/signals.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import type { MemoryBudget, WorkKind } from '../../kernel/memory-budget.ts'
import { isDocumentAddress } from '../saving/save-document.ts'
import { compressCapture } from './capture.repository.ts'
import { withHttp } from '../saving/entry-address.ts'
import { cleanAddress } from '../saving/final-address.ts'
import { findEntry } from '../entry.repository.ts'
import type { Entry } from '../entry.ts'
import { isTransient, storedReason, type FetchFailureReport } from './fetch-failure-reasons.ts'
import { entryTopic } from '../saving/wait-for-fetch.ts'
import { withSiteRules } from './extract-with-rules.ts'
import { fetchRefreshedPage } from './follow-refresh.ts'
import type { FindRulesForPage } from '../site-rules/find-rules-for-page.ts'
import { finishFetch, type FinishFetchDeps } from './finish-fetch.ts'
import { judgeExtraction, type Judgement } from './judge-extraction.ts'
import { joinPages, fetchDiscussionData, type JoinPagesDeps } from './join-pages.ts'
import { isExcerpt, statesPayment } from './recognise-excerpt.ts'
import { recogniseWall, type Wall } from './recognise-wall.ts'
import { withRetry } from '../../db/with-retry.ts'
import type { FetchResult, PageResponse } from './fetch-result.ts'
import { savedAddress } from '../saving/saved-address.ts'

export interface FetchEntryDeps extends FinishFetchDeps {
  readonly fetcher: Fetcher
  readonly extraction: ExtractionPool
  readonly signals: Signals
  /** finds the extraction rules for a page; absent if no rules are used */
  readonly findRules?: FindRulesForPage
  /** finds the owner's login for a site; absent if no logins are used */
  readonly findLogin?: FindSiteLogin
  /** public address of this server, without a slash at the end; absent if it is not configured */
  readonly baseUrl?: string
  /**
   * memory budget shared by all fetches; each page reserves its share until it is stored. Absent if no limit applies.
   */
  readonly memory?: MemoryBudget
  /** receives every failure with the details for the operator. The details are only logged, never stored. */
  readonly onFailure: (failure: FetchFailureReport) => void
}

/** The result of a fetch if every attempt has crashed the process. */
const CRASHED_RESULT: FetchResult = {
  kind: 'failed',
  reason: 'crashed',
  isTransient: false,
  detail: 'every attempt crashed the process',
  page: undefined,
  isWall: false,
  metadata: {},
  steps: [],
}

/** The result for the address of an uploaded document, from which nothing can be fetched. */
const UPLOADED_DOCUMENT_RESULT: FetchResult = {
  ...CRASHED_RESULT,
  reason: 'uploaded',
  detail: 'the address is that of an uploaded file',
}

/** Memory in bytes reserved for a page until its size is known. Most pages need far less. */
const PAGE_BYTES = 4 * 1024 * 1024
/** Pages first wait for the network, so work that can use a thread at once gets its memory before them. */
const PAGE: WorkKind = { name: 'page', priority: 0 }

/**
 * Maximum number of copies of a page in memory at the same time: raw, compressed, as an article, as stored text, in the
 * SQL statement, in a response, and as the pictures of a document.
 */
const COPIES_IN_MEMORY = 7

/**
 * @returns the handler of a job that fetches the page of an entry, extracts it and stores the result. The job does
 * nothing if a newer fetch was requested, or if an earlier run has stored the text.
 */
export function fetchEntryJob(deps: FetchEntryDeps) {
  return async (payload: JobPayloads['entry.fetch'], run: JobRun): Promise<void> => {
    const [owner, id] = [payload.userId as UserId, payload.entryId as EntryId]
    const entry = await deps.database.read((db) => findEntry(db, owner, id))
    if (!entry || entry.fetchGeneration !== payload.generation || entry.fetchState === 'done') return
    const order = { owner, id, generation: payload.generation, isDeferred: isBackground(payload, run) }
    // If the last attempt finds no stored result, each earlier attempt has crashed the process. The failure is then
    // stored before the page is fetched, because no later attempt could store it if this one crashes too.
    if (entry.fetchState === 'pending' && run.attempt >= run.maxAttempts) await finishFetch(deps, order, CRASHED_RESULT)
    const lease = await deps.memory?.take(PAGE, PAGE_BYTES)
    const onPage = ({ body }: FetchedPage) => lease?.resize(Math.max(PAGE_BYTES, COPIES_IN_MEMORY * body.length))
    let result: FetchResult
    try {
      result = await resultOf(
        { ...deps, ...fetchOptions(deps, entry, payload, run), owner, onPage },
        entry.url,
        run.signal,
      )
      if (run.signal.aborted) throw new RetryLater('the process stops')
      await withRetry(() => finishFetch(deps, order, result), run.signal)
    } finally {
      lease?.release()
    }
    await deps.signals.notify(entryTopic(id))
    if (result.kind === 'article') return
    const { reason, detail, page } = result
    deps.onFailure({ requestId: payload.requestId, userId: owner, entryId: id, reason, detail })
    if (result.isTransient && run.attempt < run.maxAttempts) throw new RetryLater(reason, retryAfterMs(page))
  }
}

/** @returns true if no user waits for the fetch */
function isBackground({ isBulk = false }: JobPayloads['entry.fetch'], { attempt }: JobRun): boolean {
  return isBulk || attempt > 1
}

function fetchOptions({ fetcher }: FetchEntryDeps, entry: Entry, payload: JobPayloads['entry.fetch'], run: JobRun) {
  return {
    fetcher: isBackground(payload, run) ? inBackground(fetcher) : fetcher,
    mayUseHttp: payload.mayUseHttp === true || mayFetchByHttp(entry),
  }
}

async function resultOf(
  deps: FetchResultDeps & Pick<FetchEntryDeps, 'baseUrl'>,
  url: string,
  signal: AbortSignal,
): Promise<FetchResult> {
  return isDocumentAddress(url, deps.baseUrl) ? UPLOADED_DOCUMENT_RESULT : fetchResult(deps, cleanAddress(url), signal)
}

interface FetchResultDeps extends Pick<FetchEntryDeps, 'fetcher' | 'extraction' | 'findRules' | 'findLogin'> {
  /** owner whose site rules and logins are used; if absent, none are used */
  readonly owner?: UserId
  /** true to try http if https fails */
  readonly mayUseHttp?: boolean | undefined
  /** receives the page as the server sent it */
  readonly onPage?: (page: FetchedPage) => void
}

/**
 * Fetches and extracts the page at an address, and the further pages if the article spans several. Never throws because
 * of a page, but returns every failure as a result.
 */
export async function fetchResult(deps: FetchResultDeps, address: string, signal: AbortSignal): Promise<FetchResult> {
  const { outcome, fetcher, usedLogin, refreshedTo, ...reached } = await fetchByEitherScheme(deps, address, signal)
  if (outcome.kind === 'failed') {
    const { code, detail } = outcome
    const nothing = { page: undefined, isWall: false, metadata: {}, steps: [] }
    return { kind: 'failed', reason: storedReason(code), isTransient: isTransient(code, undefined), detail, ...nothing }
  }
  deps.onPage?.(outcome.page)
  // Searches the body for a statement that the article is paid. This comes before the extraction, which transfers the
  // bytes to another thread. A page that was fetched with a login contains the whole article, so it is not searched.
  const isPaid = usedLogin === undefined && statesPayment(outcome.page.body)
  const page = await pageResponse(outcome.page)
  const wall = reached.wall ?? recogniseWall(address, outcome.page)
  const { owner, findRules } = deps
  const rules =
    owner === undefined || !findRules ? undefined : await withRetry(() => findRules(owner, page.url), signal)
  const extraction = withSiteRules(poolWithOwnerTurns(deps.extraction, owner), rules)
  const extracted = await extractWhole({ fetcher, extraction }, outcome.page, wall, signal)
  const judged = withRouteSteps(judgeExtraction(extracted, page.status, wall), { usedLogin, refreshedTo })
  if (judged.kind === 'article') {
    const hasOnlyPart = usedLogin === undefined && isExcerpt(judged.article, isPaid)
    return { kind: 'article', page, extraction: judged, isExcerpt: hasOnlyPart }
  }
  const hasPassing = extracted.kind === 'unreadable' && isTransient(extracted.reason, page.status)
  return { ...judged, isTransient: hasPassing, page }
}

/**
 * Extracts a page with the further pages of its article, or the public data of a discussion whose page has no text. The
 * data of a page that checks for bots is not fetched.
 */
async function extractWhole(
  pages: JoinPagesDeps,
  page: FetchedPage,
  wall: Wall | undefined,
  signal: AbortSignal,
): Promise<Extraction> {
  const { url } = page
  const alone = await pages.extraction.extract(page)
  if (alone.kind === 'article') return joinPages(pages, url, alone, signal)
  return wall?.reason === 'bot_wall' ? alone : fetchDiscussionData(pages, url, alone, signal)
}

async function fetchByEitherScheme(deps: FetchResultDeps, address: string, signal: AbortSignal) {
  const reached = await fetchRefreshedPage(deps, address, signal)
  if (!deps.mayUseHttp || reached.outcome.kind === 'page' || !address.startsWith('https:')) return reached
  const second = await fetchRefreshedPage(deps, withHttp(address), signal)
  return second.outcome.kind === 'page' ? second : reached
}

interface FetchRoute {
  /** host for which a login was sent. The log records this host, but never the username. */
  readonly usedLogin: string | undefined
  readonly refreshedTo: string | undefined
}

function withRouteSteps<T extends Judgement>(judged: T, { usedLogin, refreshedTo }: FetchRoute): T {
  const routeSteps = [
    ...(refreshedTo === undefined ? [] : [{ name: 'refresh', note: `followed to ${refreshedTo}` }]),
    ...(usedLogin === undefined ? [] : [{ name: 'login', note: `your login for ${usedLogin} was used` }]),
  ]
  return { ...judged, steps: [...routeSteps, ...judged.steps] }
}

/** @returns a pool that queues the pages of each owner separately, so that owners take turns */
function poolWithOwnerTurns(pool: ExtractionPool, owner: UserId | undefined): ExtractionPool {
  return owner === undefined ? pool : { ...pool, extract: (capture) => pool.extract(capture, String(owner)) }
}

/** Compresses the body now, because the extractor takes ownership of its bytes later. */
async function pageResponse(page: FetchedPage): Promise<PageResponse> {
  const { url, status, headers, contentType } = page
  return { url, status, headers, contentType, capture: await compressCapture(page) }
}

const DAY_MS = 86_400_000

/**
 * @returns the pause in milliseconds that the site requested in `Retry-After`, at most a day; undefined if it sent no
 *   number of seconds
 */
function retryAfterMs(page: PageResponse | undefined): number | undefined {
  const seconds = /^\d{1,9}$/.exec(page?.headers['retry-after'] ?? '')?.[0]
  return seconds === undefined ? undefined : Math.min(Number(seconds) * 1000, DAY_MS)
}

/**
 * @returns true if the page may be fetched by http after https has failed, because the client sent its address without a
 *   scheme, and the page was never reached
 */
function mayFetchByHttp(entry: Entry): boolean {
  const { givenUrl, url } = entry
  return givenUrl !== null && !/^https?:/i.test(givenUrl) && url === savedAddress(entry)
}
