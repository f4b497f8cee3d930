import { EXTRACTOR_VERSION } from '@dogear/extractor/service'
import { updateRanges } from '../../annotations/update-ranges.ts'
import { rawSql } from '../../db/raw-sql.ts'
import { enqueueFetchJob } from '../../entries/fetching/enqueue-fetch.ts'
import type { EntryId } from '../../kernel/branded-ids.ts'
import { advanceRevision } from '../../users/revision.ts'
import type { CleanCandidate } from './sanitise-rows.ts'
import { ENTRY_COLUMNS, entryValues } from './entry-values.ts'
import { type Import } from '../import.ts'
import { MAX_ERRORS } from '../import-limits.ts'
import { countImportErrors, updateImport } from '../import.repository.ts'
import { insertRowsAsJson, isInListSql } from './insert-rows-as-json.ts'
import {
  ADDRESS_COLUMNS,
  ANNOTATION_COLUMNS,
  CONTENT_COLUMNS,
  ERROR_COLUMNS,
  annotationValues,
  ENTRY_TAG_COLUMNS,
  PAGE_COLUMNS,
  PROGRESS_COLUMNS,
  progressValues,
} from './table-columns.ts'
import { findKnownEntries, hashList, knownHashesSql, type KnownHash } from './known-address-hashes.ts'
import { joinReasons, reasonText } from '../import-failure-reasons.ts'
import { mergeRows } from './merge-rows.ts'
import { registerSpellings } from './register-spellings.ts'
import type { BrokenRow, Candidate, NumberedDocument } from './row-batch.ts'
import { storeDocuments } from './store-documents.ts'
import { addToCollections, type CollectionIds } from './store-collections.ts'
import { ownerTransaction } from '../../users/owner-transaction.ts'
import { claimSaves } from '../../users/quota/claim-saves.ts'
import { storableText } from '../../kernel/storable-text.ts'
import type { StoreBatchDeps, StoreContext, StoredRow } from './store-context.ts'
import { findOrCreateTags } from '../../tags/tag.repository.ts'
import { MAX_TAGS_PER_ENTRY } from '../../tags/tag.ts'

/** A batch whose contents have been sanitised. */
export interface CleanBatch {
  readonly rowsDone: number
  readonly bytesRead: number
  readonly rows: number
  readonly good: readonly CleanCandidate[]
  readonly broken: readonly BrokenRow[]
  /** rows that are not pages; they are skipped and reported */
  readonly skipped: readonly BrokenRow[]
  /** all pages of the batch, including those that the owner already had */
  readonly candidates: readonly Candidate[]
  readonly documents: readonly NumberedDocument[]
  readonly collections: CollectionIds
}

/**
 * Stores the rows of a batch and the progress of the import in one transaction.
 * @param job the import after the previous batch
 * @param given the rows. Those beyond the limits of the owner fail.
 * @returns the import after this batch, or undefined if it was cancelled or another process has continued it
 */
export async function storeBatch(deps: StoreBatchDeps, job: Import, given: CleanBatch): Promise<Import | undefined> {
  return ownerTransaction(
    deps.database,
    job.ownerId,
    async (tx) => {
      const context = { deps, tx, dialect: deps.database.dialect, job, now: deps.clock.now().toISOString() }
      // Locks the import, so that no other process cancels or continues it during this transaction.
      const current = await updateImport(
        tx,
        { owner: job.ownerId, id: job.id, from: ['running'] },
        { changed_at: context.now },
      )
      // An earlier attempt committed this batch, but the response of the database was lost.
      if (current?.rowsDone === given.rowsDone) return current
      if (current?.rowsDone !== job.rowsDone) return undefined
      const { stored, refused } = await storeRows(context, given.good)
      const batch = { ...given, broken: [...given.broken, ...refused] }
      const repeated = await mergeRepeated(context, batch, stored)
      const documents = await storeDocuments(context, batch.documents)
      const losses = [...lossesOf(batch, stored), ...documents.failed, ...documents.kept]
      await recordReasons(context, losses, [...repeated.reasons, ...documents.matched])
      const [merged, failed] = [repeated.merged + documents.merged, batch.broken.length + documents.failed.length]
      return updateImport(
        tx,
        { owner: job.ownerId, id: job.id, from: ['running'] },
        {
          rows_done: batch.rowsDone,
          bytes_read: batch.bytesRead,
          imported: job.imported + stored.length,
          merged: job.merged + merged,
          skipped: job.skipped + batch.rows - stored.length - merged - failed,
          failed: job.failed + failed,
        },
      )
    },
    { isDeferred: true },
  )
}

interface StoredRows {
  readonly stored: readonly StoredRow[]
  /** rows beyond the limits of the owner */
  readonly refused: readonly BrokenRow[]
}

/** Stores the rows whose addresses are new. */
export async function storeRows(context: StoreContext, good: readonly CleanCandidate[]): Promise<StoredRows> {
  const { deps, tx, job } = context
  if (good.length === 0) return { stored: [], refused: [] }
  const revision = await advanceRevision(tx, job.ownerId)
  const candidates = await withoutKnown(context, good)
  const { granted } = await claimSaves(tx, job.ownerId, candidates.length, new Date(context.now))
  const fresh = candidates.slice(0, granted)
  const refused = candidates.slice(granted).map(({ number }) => ({ number, reason: reasonText('overQuota') }))
  if (fresh.length === 0) return { stored: [], refused }
  const takenUids = await findTakenUids(context, fresh)
  const values = fresh.map((candidate) => entryValues(candidate, { job, revision, now: context.now, takenUids }))
  const inserted = await insertRowsAsJson<{ id: number; url: string }>(context, ENTRY_COLUMNS, values)
  const ids = new Map(inserted.map(({ id, url }) => [url, id as EntryId]))
  const stored = fresh.map((candidate) => ({ ...candidate, id: ids.get(candidate.row.url)! }))
  await storeParts(context, stored, revision)
  await enqueuePages(context, stored)
  await deps.applyRules?.(
    tx,
    job.ownerId,
    stored.map(({ id }) => id),
    deps.clock.now(),
  )
  return { stored, refused }
}

interface RepeatedRows {
  /** number of rows that added something to their entries */
  readonly merged: number
  /** what happened to each row */
  readonly reasons: readonly BrokenRow[]
}

/**
 * Merges the rows whose pages the owner already had, or which an earlier row contains, into their entries, and adds the
 * pages of all rows to their collections.
 */
async function mergeRepeated(
  context: StoreContext,
  { candidates, broken, collections }: CleanBatch,
  stored: readonly StoredRow[],
): Promise<RepeatedRows> {
  const others = new Set([...stored, ...broken].map(({ number }) => number))
  const repeated = candidates.filter(({ number }) => !others.has(number))
  const known = await findKnownEntries(context, repeated)
  await registerSpellings(context, repeated, known)
  const { rows, notices } = await mergeRows(context, repeated, known)
  const collected = await addToCollections(context, candidates, collections)
  const merged = new Set(repeated.filter(({ number }) => rows.has(number) || collected.has(number)))
  const reasons = repeated.map((candidate) => {
    const { number, row } = candidate
    const notice = joinReasons([merged.has(candidate) ? row.notice : undefined, notices.get(number)])
    return { number, reason: notice ?? reasonText(merged.has(candidate) ? 'merged' : 'alreadySaved') }
  })
  return { merged: merged.size, reasons }
}

/**
 * @returns every row that was not imported completely, with the reason: unreadable rows, rows that are not pages, and
 *   imported rows of which a part exceeded a limit
 */
function lossesOf(batch: CleanBatch, stored: readonly StoredRow[]): BrokenRow[] {
  return [
    ...batch.broken,
    ...batch.skipped,
    ...stored.flatMap(({ number, row: { notice } }) => (notice === undefined ? [] : [{ number, reason: notice }])),
  ]
}

async function storeParts(context: StoreContext, stored: readonly StoredRow[], revision: number): Promise<void> {
  const user_id = context.job.ownerId
  const addresses = stored.flatMap(({ id, hashes }) => hashes.map((hash) => ({ user_id, hash, entry_id: id })))
  await insertRowsAsJson(context, ADDRESS_COLUMNS, addresses)
  const contents = stored.flatMap(({ id, cleaned }) =>
    cleaned
      ? {
          user_id,
          entry_id: id,
          content: JSON.stringify(storableText(cleaned.content)),
          extractor_version: EXTRACTOR_VERSION,
        }
      : [],
  )
  await insertRowsAsJson(context, CONTENT_COLUMNS, contents)
  await tagEntries(context, stored)
  await insertRowsAsJson(
    context,
    ANNOTATION_COLUMNS,
    annotationValues(stored, { owner: user_id, now: context.now, importId: null }),
  )
  await findPlaces(context, stored)
  const progress = progressValues(stored, { owner: user_id, revision, now: context.now })
  await insertRowsAsJson(context, PROGRESS_COLUMNS, progress)
}

/**
 * Finds the places of annotations whose file contains only their words, in texts that the same file contains. In other
 * texts, they are found after the fetch.
 */
async function findPlaces({ tx, job }: StoreContext, stored: readonly StoredRow[]): Promise<void> {
  for (const { id, row, cleaned } of stored) {
    const isUnplaced = row.annotations?.some(({ ranges }) => ranges === '[]') ?? false
    if (cleaned && isUnplaced) await updateRanges(tx, job.ownerId, id, cleaned.content)
  }
}

/** @returns the rows whose address belongs neither to an entry of the owner nor to an earlier row */
async function withoutKnown(context: StoreContext, good: readonly CleanCandidate[]): Promise<CleanCandidate[]> {
  const { tx, dialect, job } = context
  const rows = await rawSql<KnownHash>(tx, knownHashesSql(dialect), [job.ownerId, hashList(good)])
  const known = new Set(rows.map(({ hash }) => hash))
  return good.filter(({ hashes }) => {
    if (hashes.some((hash) => known.has(hash))) return false
    for (const hash of hashes) known.add(hash)
    return true
  })
}

async function findTakenUids(context: StoreContext, fresh: readonly CleanCandidate[]): Promise<Set<string>> {
  const uids = fresh.flatMap(({ row }) => row.uid ?? [])
  if (uids.length === 0) return new Set()
  const text = `select uid from entry where ${isInListSql(context.dialect, 'uid', 1, 'text')}`
  const rows = await rawSql<{ uid: string }>(context.tx, text, [JSON.stringify(uids)])
  const repeated = uids.filter((uid, index) => uids.indexOf(uid) !== index)
  return new Set([...rows.map(({ uid }) => uid), ...repeated])
}

/**
 * Records why rows failed, were skipped or were merged, up to `MAX_ERRORS` rows for an import. Pages that were already
 * saved are at most half of them, so that the rows of which something is missing are listed too.
 */
async function recordReasons(
  context: StoreContext,
  losses: readonly BrokenRow[],
  repeated: readonly BrokenRow[],
): Promise<void> {
  if (losses.length + repeated.length === 0) return
  const { tx, job } = context
  const recorded = await countImportErrors(tx, job.ownerId, job.id)
  const first = firstRows(losses, MAX_ERRORS - recorded)
  const kept = [...first, ...firstRows(repeated, MAX_ERRORS / 2 - recorded - first.length)]
  const rows = kept.map(({ number, reason }) => ({
    user_id: job.ownerId,
    import_id: job.id,
    row_number: number,
    reason,
  }))
  await insertRowsAsJson(context, ERROR_COLUMNS, rows)
}

function firstRows(rows: readonly BrokenRow[], count: number): BrokenRow[] {
  return rows.toSorted((one, other) => one.number - other.number).slice(0, Math.max(count, 0))
}

/**
 * Enqueues a fetch of each page without content in the file. For the other pages, enqueues the copying of their images.
 */
async function enqueuePages(context: StoreContext, stored: readonly StoredRow[]): Promise<void> {
  const { deps, tx, job } = context
  if (!job.options.isFetching) return
  const fetched = stored.filter(({ cleaned }) => !cleaned)
  const pages = fetched.map(({ id }) => ({ user_id: job.ownerId, import_id: job.id, entry_id: id }))
  await insertRowsAsJson(context, PAGE_COLUMNS, pages)
  for (const { id, row, cleaned } of stored) {
    if (cleaned) {
      if (row.previewPicture || /<img | poster="/.test(cleaned.content)) await deps.enqueueImages?.(tx, job.ownerId, id)
      continue
    }
    const payload = { userId: job.ownerId, entryId: id, generation: 1, requestId: `import-${job.id}`, isBulk: true }
    await enqueueFetchJob(deps.jobs, tx, payload, row)
  }
}

/** Adds the tags of the rows and of the import to the new entries. */
async function tagEntries(context: StoreContext, stored: readonly StoredRow[]): Promise<void> {
  const { job } = context
  const tagged = stored.map(({ id, row }) => ({
    id,
    labels: [...new Set([...job.options.tags, ...(row.tags ?? [])])].slice(0, MAX_TAGS_PER_ENTRY),
  }))
  const ids = await tagIds(context, new Set(tagged.flatMap(({ labels }) => labels)))
  const rows = tagged.flatMap(({ id, labels }) =>
    labels.map((label) => ({ user_id: job.ownerId, entry_id: id, tag_id: ids.get(label)! })),
  )
  await insertRowsAsJson(context, ENTRY_TAG_COLUMNS, rows)
}

/** @returns the ids of tags by label. Finds the existing tags with one statement and creates the others. */
async function tagIds(context: StoreContext, labels: ReadonlySet<string>): Promise<Map<string, number>> {
  if (labels.size === 0) return new Map()
  const { tx, dialect, job } = context
  const parameter = dialect === 'sqlite' ? '?1' : '$1'
  const text = `select id, label from tag where user_id = ${parameter} and ${isInListSql(dialect, 'label', 2, 'text')}`
  const rows = await rawSql<{ id: number; label: string }>(tx, text, [job.ownerId, JSON.stringify([...labels])])
  const ids = new Map(rows.map(({ id, label }) => [label, id]))
  const missing = [...labels].filter((label) => !ids.has(label))
  for (const { id, label } of await findOrCreateTags(tx, job.ownerId, missing)) ids.set(label, id)
  return ids
}
