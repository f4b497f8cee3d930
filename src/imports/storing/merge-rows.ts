import { setImmediate } from 'node:timers/promises'
import { findDeletions } from '../../annotations/deleted-highlights.ts'
import { updateRanges } from '../../annotations/update-ranges.ts'
import { changeEntry } from '../../entries/changing/change-entry.ts'
import { findEntry, findStoredContent, updateEntry } from '../../entries/entry.repository.ts'
import type { Entry } from '../../entries/entry.ts'
import type { EntryId } from '../../kernel/branded-ids.ts'
import { advanceRevision } from '../../users/revision.ts'
import { insertRowsAsJson } from './insert-rows-as-json.ts'
import { entryOf, type KnownEntries } from './known-address-hashes.ts'
import { findAdditions, type Additions, type EntryParts } from './row-additions.ts'
import type { Candidate } from './row-batch.ts'
import type { Import } from '../import.ts'
import type { StoreContext } from './store-context.ts'
import { ANNOTATION_COLUMNS, annotationValues, PROGRESS_COLUMNS, progressValues } from './table-columns.ts'

/** Where to merge rows, and the import that contains them; its id is null if there is none. */
interface MergeContext extends Pick<StoreContext, 'tx' | 'dialect' | 'now'> {
  readonly job: Pick<Import, 'ownerId'> & { readonly id: number | null }
}

/** The result of merging rows, by the numbers of the rows. */
interface MergedRows {
  readonly rows: ReadonlySet<number>
  /** sentences about parts of rows that were left out, because the entry would exceed a limit */
  readonly notices: ReadonlyMap<number, string>
}

/**
 * Adds what rows contain to the entries that the owner already had: tags, the note, highlights, the star, and the
 * reading position. Changes no entry that has all of them, so that another import of the same file changes nothing.
 * @param candidates rows whose pages the owner already had
 * @param known their entries
 */
export async function mergeRows(
  context: MergeContext,
  candidates: readonly Candidate[],
  known: KnownEntries,
): Promise<MergedRows> {
  const rowsOfEntries = Map.groupBy(candidates.filter(hasParts), (candidate) => entryOf(candidate, known))
  rowsOfEntries.delete(undefined)
  const rows = new Set<number>()
  const notices = new Map<number, string>()
  if (rowsOfEntries.size === 0) return { rows, notices }
  const parts = await findParts(context, [...rowsOfEntries.keys()] as EntryId[])
  for (const [id, ofEntry] of rowsOfEntries) {
    const before = parts.get(id!)
    if (!before) continue
    const additions = findAdditions(before, ofEntry)
    for (const [number, notice] of additions.notices) notices.set(number, notice)
    if (additions.rows.size === 0) continue
    await addToEntry(context, id!, additions)
    for (const number of additions.rows) rows.add(number)
  }
  return { rows, notices }
}

function hasParts({ row }: Candidate): boolean {
  const { tags, note, annotations, isStarred, progress } = row
  return [tags, note, annotations, progress].some((part) => part !== undefined) || isStarred === true
}

async function addToEntry(context: MergeContext, id: EntryId, additions: Additions): Promise<void> {
  const { tx, dialect, job } = context
  const entry = await findEntry(tx, job.ownerId, id)
  if (entry) {
    await addFields(context, entry, additions)
    await addAnnotations(context, id, additions)
    await addProgress(context, id, additions)
  }
  // SQLite blocks this thread during a statement, so the event loop runs between two entries.
  if (dialect === 'sqlite') await setImmediate()
}

async function addFields({ tx, now }: MergeContext, entry: Entry, additions: Additions): Promise<void> {
  const { note, labels, starredBy } = additions
  const fields = {
    ...(note !== null && { note }),
    ...(labels.length > 0 && { tags: labels }),
    ...(starredBy && { isStarred: true }),
  }
  if (Object.keys(fields).length === 0) return
  await changeEntry(tx, entry, { fields, cleaned: undefined, tags: 'add', now: new Date(now) })
  const at = starredBy?.starredAt
  if (at !== undefined) await updateEntry(tx, entry.ownerId, entry.id, { starred_at: at })
}

async function addAnnotations(context: MergeContext, id: EntryId, { annotations }: Additions): Promise<void> {
  if (annotations.length === 0) return
  const { tx, job, now } = context
  const values = annotationValues([{ id, row: { annotations } }], { owner: job.ownerId, now, importId: job.id })
  await insertRowsAsJson(context, ANNOTATION_COLUMNS, values)
  const content = await findStoredContent(tx, job.ownerId, id)
  if (content) await updateRanges(tx, job.ownerId, id, content.html)
  await updateEntry(tx, job.ownerId, id, { updated_at: now, revision: await advanceRevision(tx, job.ownerId) })
}

async function addProgress(context: MergeContext, id: EntryId, { readBy: row }: Additions): Promise<void> {
  if (!row) return
  const { tx, job, now } = context
  const revision = await advanceRevision(tx, job.ownerId)
  await insertRowsAsJson(
    context,
    PROGRESS_COLUMNS,
    progressValues([{ id, row }], { owner: job.ownerId, revision, now }),
  )
}

/** @returns the parts of the entries, read in the transaction, which may have stored some of the entries itself */
async function findParts(
  { tx, job }: MergeContext,
  ids: readonly EntryId[],
): Promise<ReadonlyMap<EntryId, EntryParts>> {
  const [owner, list] = [job.ownerId, [...ids]]
  const entries = await tx
    .selectFrom('entry')
    .select(['id', 'note', 'is_starred'])
    .where('user_id', '=', owner)
    .where('id', 'in', list)
    .execute()
  const tags = await tx
    .selectFrom('entry_tag')
    .innerJoin('tag', (join) => join.onRef('tag.user_id', '=', 'entry_tag.user_id').onRef('tag.id', '=', 'tag_id'))
    .select(['entry_id', 'label'])
    .where('entry_tag.user_id', '=', owner)
    .where('entry_id', 'in', list)
    .execute()
  const annotations = await tx
    .selectFrom('annotation')
    .select(['entry_id', 'quote', 'text'])
    .where('user_id', '=', owner)
    .where('entry_id', 'in', list)
    .execute()
  const deletions = await findDeletions(tx, owner, list)
  const progress = await tx
    .selectFrom('entry_progress')
    .select('entry_id')
    .where('user_id', '=', owner)
    .where('entry_id', 'in', list)
    .execute()
  const [labelsOf, annotationsOf] = [Map.groupBy(tags, idOf), Map.groupBy(annotations, idOf)]
  const read = new Set(progress.map(idOf))
  return new Map(
    entries.map(({ id, note, is_starred: star }) => {
      const labels = (labelsOf.get(Number(id)) ?? []).map(({ label }) => label)
      const ofEntry = annotationsOf.get(Number(id)) ?? []
      const state = { note, isStarred: Number(star) === 1, hasProgress: read.has(Number(id)) }
      const deleted = deletions.get(Number(id) as EntryId)
      return [Number(id) as EntryId, { ...state, labels, annotations: ofEntry, deletions: deleted }]
    }),
  )
}

function idOf({ entry_id: id }: { readonly entry_id: number }): number {
  return Number(id)
}
