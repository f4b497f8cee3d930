import { MAX_HASHES } from '../../entries/entry.repository.ts'
import { insertRowsAsJson } from './insert-rows-as-json.ts'
import { entryOf, type KnownEntries } from './known-address-hashes.ts'
import type { Candidate } from './row-batch.ts'
import type { StoreContext } from './store-context.ts'
import { ADDRESS_COLUMNS } from './table-columns.ts'

/**
 * Registers the addresses of pages that the owner already had, so that clients find the entries also by the spellings
 * in the file. Hashes of other entries, and those above `MAX_HASHES`, are ignored.
 * @param candidates rows whose pages the owner already had
 * @param known their entries
 */
export async function registerSpellings(
  context: StoreContext,
  candidates: readonly Candidate[],
  known: KnownEntries,
): Promise<void> {
  const { job } = context
  const missing = candidates.flatMap((candidate) => {
    const entry = entryOf(candidate, known)
    if (entry === undefined) return []
    return candidate.hashes.flatMap((hash) => (known.has(hash) ? [] : { hash, entry_id: entry }))
  })
  if (missing.length === 0) return
  const counts = await countHashes(context, new Set(missing.map(({ entry_id: id }) => id)))
  const added = new Map<string, { readonly user_id: number; readonly hash: string; readonly entry_id: number }>()
  for (const { hash, entry_id } of missing) {
    const count = counts.get(entry_id) ?? 0
    if (count >= MAX_HASHES || added.has(hash)) continue
    counts.set(entry_id, count + 1)
    added.set(hash, { user_id: job.ownerId, hash, entry_id })
  }
  await insertRowsAsJson(context, ADDRESS_COLUMNS, [...added.values()])
}

/** @returns the number of hashes of each entry */
async function countHashes({ tx, job }: StoreContext, entries: ReadonlySet<number>): Promise<Map<number, number>> {
  const rows = await tx
    .selectFrom('entry_address')
    .select(({ fn }) => ['entry_id', fn.countAll<number>().as('count')])
    .where('user_id', '=', job.ownerId)
    .where('entry_id', 'in', [...entries])
    .groupBy('entry_id')
    .execute()
  return new Map(rows.map(({ entry_id: id, count }) => [Number(id), Number(count)]))
}
