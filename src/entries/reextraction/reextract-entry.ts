import { EXTRACTOR_VERSION, type Step } from '@dogear/extractor/service'
import type { Database } from '../../db/database.ts'
import type { Db } from '../../db/schema.ts'
import type { ExtractionPool } from '../../extraction/extraction-pool.ts'
import type { Clock } from '../../kernel/clock.ts'
import { advanceRevision } from '../../users/revision.ts'
import { applyTaggingRules } from '../tagging-rules/apply-tagging-rules.ts'
import { findCapture } from '../fetching/capture.repository.ts'
import type { Entry, UpdateRanges } from '../entry.ts'
import {
  findEntry,
  findStoredContent,
  recordExtraction,
  setContent,
  updateEntry,
  type StoredContent,
} from '../entry.repository.ts'
import { withSiteRules } from '../fetching/extract-with-rules.ts'
import type { FindRulesForPage } from '../site-rules/find-rules-for-page.ts'
import { judgeExtraction, type Judgement } from '../fetching/judge-extraction.ts'
import { type CaptureKey, listCaptures, type CaptureFilter } from './list-captures.ts'
import type { EnqueueImages } from '../enqueue-images.ts'
import { replacePictures, type DocumentPictureStore, type StoredPicture } from '../document-picture-store.ts'
import { reextractionChanges, type ReextractionChanges } from './reextraction-changes.ts'
import { addParts, compareParts, NO_PARTS, type PartChanges } from './compare-parts.ts'
import { savedAddress } from '../saving/saved-address.ts'
import { recogniseWall, type Wall } from '../fetching/recognise-wall.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import type { ObjectStore } from '../../objects/object-store.ts'
import { ownerTransaction } from '../../users/owner-transaction.ts'

interface ReextractDeps {
  readonly database: Database
  /** contains the bodies of large pages */
  readonly objects: ObjectStore
  readonly extraction: ExtractionPool
  readonly clock: Clock
  /** finds the extraction rules for a page; absent if no rules are used */
  readonly findRules?: FindRulesForPage
  /** enqueues the job that copies the images of an entry; absent if this server stores no images */
  readonly enqueueImages?: EnqueueImages
  /** stores the pictures of documents; absent if this server stores no images */
  readonly pictures?: DocumentPictureStore
  /** updates the ranges of annotations; if absent, they stay unchanged */
  readonly updateRanges?: UpdateRanges
}

interface ReextractedEntry extends CaptureKey, PartChanges {
  readonly url: string
  /** whether the entry had the text of an article before */
  readonly wasReadable: boolean
  /** whether this version of the extractor finds the text of an article on the stored page */
  readonly isReadable: boolean
}

/**
 * The result for one entry; undefined if the entry is missing, is being fetched, or has text from a client. Parts are
 * gained and lost only if the outcome is `changed`.
 */
export type Reextracted = (ReextractedEntry & ReextractionChanges['report']) | undefined

/** Number of captures whose keys are read per batch, so that memory use does not grow with the library. */
const BATCH_SIZE = 100

/** Matches the note of the step `wall` in the extraction log after a site has rejected a login. */
const REFUSED_LOGIN_NOTE = /^login_refused, by its (.{1,40})$/

/**
 * Extracts the text of one entry again from its stored page, without using the network, and stores it. A worse text
 * does not replace the current one. Idempotent.
 * @param isDryRun true to return the result without storing it
 * @throws AppError `unavailable` when too many pages are waiting for extraction
 */
export async function reextractEntry(deps: ReextractDeps, key: CaptureKey, isDryRun: boolean): Promise<Reextracted> {
  const capture = await findCapture(deps, key.owner, key.id)
  const before = await deps.database.read((db) => findStoredEntry(db, key))
  if (!capture || !before) return undefined
  const { url: pageUrl, status } = capture
  const { steps } = before.stored
  const wall = loginRefusalInLog(steps) ?? recogniseWall(savedAddress(before.entry) ?? pageUrl, capture)
  const rules = await deps.findRules?.(key.owner, pageUrl)
  const extraction = await withSiteRules(deps.extraction, rules).extract(capture)
  const judged = withLoginStep(judgeExtraction(extraction, status, wall), steps)
  const { judgement, pictures } = await replaceJudgedPictures(deps.pictures, key.owner, judged)
  const changes = reextractionChanges(before, judgement, pageUrl)
  const done = isDryRun
    ? changes
    : await storeChanges(deps, { key, judgement, pictures, pageUrl, changes, before: before.entry })
  return done && { ...key, url: before.entry.url, ...done.report, ...readability(before, judgement, done) }
}

/**
 * @returns what has changed between the text before and the new text. The message of an entry without text does not
 *   count as text.
 */
function readability({ entry, stored }: StoredEntry, { kind }: Judgement, { content }: ReextractionChanges) {
  const wasReadable = !entry.isNotParsed
  const isReadable = kind === 'article'
  const parts = content
    ? compareParts(wasReadable ? stored.html : '', isReadable ? content.html : '')
    : { gained: NO_PARTS, lost: NO_PARTS }
  return { wasReadable, isReadable, ...parts }
}

async function replaceJudgedPictures(
  pictureStore: DocumentPictureStore | undefined,
  owner: UserId,
  judgement: Judgement,
): Promise<{ readonly judgement: Judgement; readonly pictures: readonly StoredPicture[] }> {
  if (judgement.kind === 'failed') return { judgement, pictures: [] }
  const { article, pictures } = await replacePictures(pictureStore, owner, judgement)
  return { judgement: { ...judgement, article }, pictures }
}

interface StoredEntry {
  readonly entry: Entry
  readonly stored: StoredContent
}

async function findStoredEntry(db: Db, { owner, id }: CaptureKey): Promise<StoredEntry | undefined> {
  const entry = await findEntry(db, owner, id)
  const stored = await findStoredContent(db, owner, id)
  if (!entry || !stored || entry.fetchState === 'pending' || entry.givenFields.includes('content')) return undefined
  return { entry, stored }
}

interface JudgedCapture {
  readonly key: CaptureKey
  readonly judgement: Judgement
  readonly pictures: readonly StoredPicture[]
  readonly pageUrl: string
  /** the changes, determined before the transaction */
  readonly changes: ReextractionChanges
  readonly before: Entry
}

/**
 * Reads the entry again in a transaction and determines the changes again, so that edits that the user made during the
 * extraction are kept. Stores nothing if a newer fetch was requested.
 */
async function storeChanges(
  { database, clock, enqueueImages, updateRanges, pictures: pictureStore }: ReextractDeps,
  { key: { owner, id }, judgement, pictures, pageUrl, changes, before }: JudgedCapture,
): Promise<ReextractionChanges | undefined> {
  if (changes.content) await pictureStore?.write(pictures)
  return ownerTransaction(database, owner, async (tx) => {
    const revision = changes.report.outcome === 'changed' ? await advanceRevision(tx, owner) : undefined
    const subject = await findStoredEntry(tx, { owner, id })
    if (subject?.entry.fetchGeneration !== before.fetchGeneration) return undefined
    const now = reextractionChanges(subject, judgement, pageUrl)
    if (now.content && revision !== undefined) {
      await updateEntry(tx, owner, id, { ...now.columns, updated_at: clock.now().toISOString(), revision })
      await setContent(tx, owner, id, now.content)
      await updateRanges?.(tx, owner, id, now.content.html)
      await applyTaggingRules(tx, owner, [id], { now: clock.now() })
      await pictureStore?.claim(tx, owner, id, pictures)
      await enqueueImages?.(tx, owner, id)
    } else {
      await recordExtraction(tx, owner, id, now.note)
    }
    return now
  })
}

/**
 * Reads from the log of the fetch whether the site rejected a login, because the stored page does not show that.
 * @param steps the extraction log as JSON text, or null
 * @returns the wall that the log records; undefined if there is none
 */
function loginRefusalInLog(steps: string | null): Wall | undefined {
  const note = stepsOf(steps).find(({ name }) => name === 'wall')?.note
  const sign = REFUSED_LOGIN_NOTE.exec(note ?? '')?.[1]
  return sign === undefined ? undefined : { reason: 'login_refused', sign, articleMinutes: 1, hasOwnMetadata: true }
}

/**
 * @returns the judgement with the step `login` of the previous log at the start of its steps. That step names the login
 *   with which the stored page was fetched.
 */
function withLoginStep(judgement: Judgement, steps: string | null): Judgement {
  const login = stepsOf(steps).find(({ name }) => name === 'login')
  return login ? { ...judgement, steps: [login, ...judgement.steps] } : judgement
}

function stepsOf(steps: string | null): readonly Step[] {
  return JSON.parse(steps ?? '[]') as Step[]
}

interface ReextractOptions extends Omit<CaptureFilter, 'notVersion'> {
  readonly isDryRun: boolean
  /** true to include texts that the current version of the extractor produced */
  readonly isForced: boolean
  /** number of entries that are processed at the same time, one per extraction thread */
  readonly atOnce: number
}

/** The number of entries by outcome, and the sums of what the changed entries have gained and lost. */
export interface ReextractTotals extends PartChanges {
  readonly changed: number
  readonly same: number
  readonly kept: number
  readonly skipped: number
  /** number of entries that had no article text and have one now */
  readonly becameReadable: number
  /** number of entries that keep their text although this version of the extractor finds none on the stored page */
  readonly becameUnreadable: number
}

const NO_ENTRIES: ReextractTotals = {
  changed: 0,
  same: 0,
  kept: 0,
  skipped: 0,
  becameReadable: 0,
  becameUnreadable: 0,
  gained: NO_PARTS,
  lost: NO_PARTS,
}

function withEntry(totals: ReextractTotals, entry: Reextracted): ReextractTotals {
  if (!entry) return { ...totals, skipped: totals.skipped + 1 }
  const { outcome, wasReadable, isReadable, gained, lost } = entry
  return {
    ...totals,
    [outcome]: totals[outcome] + 1,
    becameReadable: totals.becameReadable + Number(!wasReadable && isReadable),
    becameUnreadable: totals.becameUnreadable + Number(wasReadable && !isReadable),
    gained: addParts(totals.gained, gained),
    lost: addParts(totals.lost, lost),
  }
}

/**
 * Extracts the text of all selected entries again from their stored pages, without the network.
 * @param report called with every processed entry, in order
 */
export async function reextractAll(
  deps: ReextractDeps,
  options: ReextractOptions,
  report: (entry: NonNullable<Reextracted>) => void,
): Promise<ReextractTotals> {
  const { isDryRun, isForced, atOnce, ...where } = options
  const filter = { ...where, ...(!isForced && { notVersion: EXTRACTOR_VERSION }) }
  let totals = NO_ENTRIES
  let after: CaptureKey | undefined
  for (;;) {
    const last = after
    const batch = await deps.database.read((db) => listCaptures(db, filter, last, BATCH_SIZE))
    for (let start = 0; start < batch.length; start += atOnce) {
      const places = batch.slice(start, start + atOnce)
      for (const done of await Promise.all(places.map((place) => reextractEntry(deps, place, isDryRun)))) {
        totals = withEntry(totals, done)
        if (done) report(done)
      }
    }
    if (batch.length < BATCH_SIZE) return totals
    after = batch.at(-1)
  }
}
