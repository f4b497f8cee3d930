import { EXTRACTOR_VERSION, type Step } from '@dogear/extractor/service'
import type { Database } from '../../db/database.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import type { Clock } from '../../kernel/clock.ts'
import { cutText } from '../../kernel/storable-text.ts'
import { advanceRevision } from '../../users/revision.ts'
import { applyTaggingRules, type SendByRule } from '../tagging-rules/apply-tagging-rules.ts'
import { setCapture } from './capture.repository.ts'
import { compareContent, keptTextNote } from './compare-content.ts'
import type { Entry, UpdateRanges } from '../entry.ts'
import { chooseFinalAddress } from '../saving/final-address.ts'
import {
  claimAddresses,
  findEntry,
  findStoredContent,
  recordExtraction,
  setContent,
  updateEntry,
  type StoredContent,
} from '../entry.repository.ts'
import { failureContent } from './fetch-failure-reasons.ts'
import type { FetchResult, PageResponse } from './fetch-result.ts'
import { mergeEntries } from '../changing/merge-entries.ts'
import type { EnqueueImages } from '../enqueue-images.ts'
import { replacePictures, type DocumentPictureStore } from '../document-picture-store.ts'
import { articleColumns, changesApiResponse, failureColumns, keptColumns, type EntryColumns } from './result-columns.ts'
import { ownerTransaction, type OwnerTx } from '../../users/owner-transaction.ts'
import { isOriginIgnored } from '../../rules/ignore-origin-match.ts'

interface FetchGeneration {
  readonly owner: UserId
  readonly id: EntryId
  readonly generation: number
  /** true if no user waits for the result. A power failure may then undo it, and the page is fetched again. */
  readonly isDeferred?: boolean
}

export interface FinishFetchDeps {
  readonly database: Database
  readonly clock: Clock
  /** enqueues the job that copies the images of an entry; absent if this server stores no images */
  readonly enqueueImages?: EnqueueImages
  /** stores the pictures of documents; absent if this server stores no images */
  readonly pictures?: DocumentPictureStore
  /** updates the ranges of annotations; if absent, they stay unchanged */
  readonly updateRanges?: UpdateRanges
  /** sends entries that match a rule by e-mail; absent if this server sends no mail */
  readonly sendByRule?: SendByRule
}

/** The effect of a fetch result on the entry. */
interface Decision {
  readonly columns: EntryColumns
  /** whether the page replaces the stored capture */
  readonly replacesCapture: boolean
  /** the new text; absent if the current one stays */
  readonly content?: StoredContent
  /** step for the extraction log that explains why the current text stays; absent if it is replaced */
  readonly keptStep?: Step
}

/**
 * Stores the result of a fetch, in one transaction. Does nothing if the entry is missing, if a newer fetch was
 * requested, or if another run of the same request has already stored a text (a process that lost its lease may still
 * finish). A text that is far shorter than the current one does not replace it.
 */
export async function finishFetch(
  deps: FinishFetchDeps,
  { owner, id, generation, isDeferred = false }: FetchGeneration,
  found: FetchResult,
): Promise<void> {
  const result = await withStoredPictures(deps, owner, found)
  await ownerTransaction(
    deps.database,
    owner,
    async (tx) => {
      const fetched = await findEntry(tx, owner, id)
      if (fetched?.fetchGeneration !== generation || fetched.fetchState === 'done') return
      if (isKnownFailure(fetched, result)) return recordFailureTime(tx, fetched, deps.clock.now())
      const revision = await advanceRevision(tx, owner)
      const planned = await planChange(deps, tx, fetched, result)
      // Mails are sent only for pages that a user has just saved, not for those of an import.
      const sendByRule = isDeferred || result.kind !== 'article' ? undefined : deps.sendByRule
      if (planned) await storeResult({ ...deps, sendByRule }, tx, planned, { result, revision })
    },
    { isDeferred },
  )
}

/** @returns true if another attempt has failed like the one before, without a response of the site */
function isKnownFailure({ fetchState, fetchReason }: Entry, result: FetchResult): boolean {
  return result.kind === 'failed' && !result.page && fetchState === 'failed' && fetchReason === result.reason
}

/** Stores only the time of a failure. Nothing that clients see has changed, so the revision stays the same. */
async function recordFailureTime(tx: OwnerTx, { ownerId, id }: Entry, now: Date): Promise<void> {
  await updateEntry(tx, ownerId, id, { fetch_failed_at: now.toISOString() })
}

/** Writes the pictures of a document before the transaction, because writing many files takes time. */
async function withStoredPictures(
  { pictures: pictureStore }: FinishFetchDeps,
  owner: UserId,
  result: FetchResult,
): Promise<FetchResult> {
  if (result.kind !== 'article') return result
  const { article, pictures: storedPictures } = await replacePictures(pictureStore, owner, result.extraction)
  await pictureStore?.write(storedPictures)
  return { ...result, extraction: { ...result.extraction, article }, storedPictures }
}

/** The entry to change, and the decision about it. */
interface PlannedChange {
  readonly entry: Entry
  readonly stored: StoredContent | undefined
  readonly decision: Decision
}

/**
 * Plans how the result changes the fetched entry. If another entry has the same address after redirects, merges the two
 * first.
 * @returns the planned change of the entry that remains; undefined if the other entry is the older one and already has
 *   the text of the page
 */
async function planChange(
  deps: FinishFetchDeps,
  tx: OwnerTx,
  fetched: Entry,
  result: FetchResult,
): Promise<PlannedChange | undefined> {
  const now = deps.clock.now()
  const planned = await planFor(tx, fetched, result, now)
  const { url } = planned.decision.columns
  const id = url === undefined ? undefined : await claimAddresses(tx, fetched.ownerId, fetched.id, [url])
  const other = id === undefined ? undefined : await findEntry(tx, fetched.ownerId, id)
  if (!other) return planned
  const [older, newer] = fetched.id < other.id ? [fetched, other] : [other, fetched]
  const isFinished = older === other && hasText(other, await findStoredContent(tx, other.ownerId, other.id))
  const entry = await mergeEntries(tx, { older, newer, now, enqueueImages: deps.enqueueImages })
  return isFinished ? undefined : planFor(tx, entry, result, now)
}

async function planFor(tx: OwnerTx, entry: Entry, result: FetchResult, now: Date): Promise<PlannedChange> {
  const stored = await findStoredContent(tx, entry.ownerId, entry.id)
  return { entry, stored, decision: decideChanges(entry, stored, result, now.toISOString()) }
}

type StoreResultDeps = Omit<FinishFetchDeps, 'sendByRule'> & { readonly sendByRule: SendByRule | undefined }

async function storeResult(
  { clock, enqueueImages, updateRanges, pictures, sendByRule }: StoreResultDeps,
  tx: OwnerTx,
  { entry, stored, decision }: PlannedChange,
  { result, revision }: { readonly result: FetchResult; readonly revision: number },
): Promise<void> {
  const { ownerId: owner, id } = entry
  const now = clock.now().toISOString()
  const columns = await withoutIgnoredOrigin(tx, owner, decision.columns)
  const isSeen = changesVisibly(entry, stored, { ...decision, columns })
  // Headers differ in every response of a site, so they are stored only together with another visible change.
  const { headers, ...others } = columns
  const seen = { updated_at: now, ...(headers !== undefined && { headers }) }
  await updateEntry(tx, owner, id, { ...others, ...(isSeen && seen), revision })
  await storeText(tx, entry, stored, decision)
  if (decision.content) {
    const keep = result.kind === 'article' ? updateRanges : undefined
    const change = { html: decision.content.html, isFirst: !hasText(entry, stored), now: clock.now() }
    await updateAfterTextChange(tx, entry, { ...change, updateRanges: keep, sendByRule })
  }
  if (decision.replacesCapture && result.page) await setCapture(tx, owner, id, { ...result.page.capture, now })
  if (!decision.content || result.kind !== 'article') return
  await pictures?.claim(tx, owner, id, result.storedPictures ?? [])
  await enqueueImages?.(tx, owner, id)
}

/**
 * Decides whether `updated_at` must change. Apps download an entry again when its `updated_at` has changed. So the time
 * stays the same if only the response headers of the page have changed, or if a retry failed in the same way as the
 * fetch before.
 * @returns true if the change is visible in API responses apart from the headers
 */
function changesVisibly(
  entry: Entry,
  stored: StoredContent | undefined,
  { columns, content }: Pick<Decision, 'columns' | 'content'>,
): boolean {
  return (content !== undefined && content.html !== stored?.html) || changesApiResponse(entry, columns)
}

/**
 * Removes the origin from the columns if an ignore-origin rule matches it (wallabag contract 12.2). The origin is the
 * address that the user saved.
 */
async function withoutIgnoredOrigin(tx: OwnerTx, owner: UserId, columns: EntryColumns): Promise<EntryColumns> {
  const { origin_url: origin, ...others } = columns
  if (typeof origin !== 'string') return columns
  return (await isOriginIgnored(tx, owner, origin)) ? others : columns
}

async function storeText(
  tx: OwnerTx,
  { ownerId, id }: Entry,
  stored: StoredContent | undefined,
  { content, keptStep }: Decision,
): Promise<void> {
  if (content) await setContent(tx, ownerId, id, content)
  if (keptStep && stored)
    await recordExtraction(tx, ownerId, id, { ...stored, steps: withStep(stored.steps, keptStep) })
}

interface TextChange {
  readonly html: string
  /** true if the entry had no text before */
  readonly isFirst: boolean
  readonly updateRanges: UpdateRanges | undefined
  readonly now: Date
  readonly sendByRule: SendByRule | undefined
}

/** Updates the data that depends on the text: positions of annotations, and tags from rules. */
async function updateAfterTextChange(
  tx: OwnerTx,
  { ownerId, id }: Entry,
  { html, isFirst, updateRanges, now, sendByRule }: TextChange,
): Promise<void> {
  await updateRanges?.(tx, ownerId, id, html)
  await applyTaggingRules(tx, ownerId, [id], { now, sendByRule: isFirst ? sendByRule : undefined })
}

/** @returns true if the entry has article text; a failure message is not article text */
const hasText = (entry: Entry, stored: StoredContent | undefined): stored is StoredContent =>
  stored !== undefined && !entry.isNotParsed

function decideChanges(entry: Entry, stored: StoredContent | undefined, result: FetchResult, now: string): Decision {
  const isGiven = entry.givenFields.includes('content')
  const hasGoodText = hasText(entry, stored)
  if (result.kind === 'article') {
    const { article, steps } = result.extraction
    // A text without an extraction log was sent by a client. If the user requests a new fetch, the text of the page
    // replaces the client's text, even if the new text is shorter (wallabag contract 2.5).
    const isOurs = hasGoodText && !isGiven && stored.steps !== null
    const comparison = isOurs && compareContent(stored.html, article.content)
    if (comparison && comparison.isWorse) {
      return {
        columns: keptColumns('less_text', now),
        replacesCapture: false,
        keptStep: { name: 'kept', note: keptTextNote(comparison) },
      }
    }
    const found = articleColumns(entry, article, result.page.url)
    const excerpt = result.isExcerpt && { fetch_reason: 'excerpt' }
    const columns = { ...pageColumns(entry, result.page), ...found, ...excerpt }
    return { columns, replacesCapture: true, ...(!isGiven && { content: newContent(article.content, steps) }) }
  }
  // A failure never replaces existing text. Only its reason and time are stored.
  if (isGiven || hasGoodText) return { columns: keptColumns(result.reason, now), replacesCapture: false }
  const columns = { ...failedPageColumns(entry, result), ...failureColumns(entry, result, now) }
  return {
    columns,
    replacesCapture: true,
    content: newContent(failureContent(result.reason, result.metadata.summary), result.steps),
  }
}

function newContent(html: string, steps: readonly Step[]): StoredContent {
  return { html, extractorVersion: EXTRACTOR_VERSION, steps: JSON.stringify(steps) }
}

function pageColumns(entry: Entry, page: PageResponse): EntryColumns {
  const { url, originUrl } = chooseFinalAddress(entry.url, page.url)
  return {
    url,
    ...(originUrl !== undefined && entry.originUrl === null && { origin_url: originUrl }),
    domain_name: new URL(url).hostname,
    ...responseColumns(page),
  }
}

/**
 * @returns the columns that a page without an article sets. If it is a wall, the entry keeps its address, so that later
 *   attempts request it again.
 */
function failedPageColumns(entry: Entry, { page, isWall }: FetchResult & { kind: 'failed' }): EntryColumns {
  if (!page) return {}
  return isWall ? responseColumns(page) : pageColumns(entry, page)
}

function responseColumns(page: PageResponse): EntryColumns {
  return {
    mimetype: page.contentType === undefined ? null : cutText(page.contentType, 200),
    http_status: String(page.status),
    headers: JSON.stringify(page.headers),
  }
}

/**
 * @param steps the current log as JSON text, or null
 * @returns the log as JSON text, with the step at the end. An earlier step of the same name is removed.
 */
export function withStep(steps: string | null, step: Step): string {
  const before = JSON.parse(steps ?? '[]') as Step[]
  return JSON.stringify([...before.filter(({ name }) => name !== step.name), step])
}
