import type { EntryId, UserId } from '../kernel/branded-ids.ts'
import { AppError } from '../kernel/errors.ts'
import { type DeleteEntryDeps, deleteEntry } from './deleting/delete-entry.ts'
import { requestedHashes } from './saving/address-hashes.ts'
import { addTags, dropEntryTags } from './changing/entry-tags.ts'
import type { Database } from '../db/database.ts'
import { StatementCache } from '../db/statement-cache.ts'

export interface BatchDeps extends DeleteEntryDeps {
  readonly findKnownEntries: FindKnownEntries
}

/** An address and the id of the entry saved under it; the id is undefined if the address is not saved. */
export interface KnownAddress {
  readonly url: string
  readonly id: EntryId | undefined
}

/** @returns the addresses in the given order, with the ids of their entries. Runs a single query. */
async function findEntriesByAddress(
  { findKnownEntries }: BatchDeps,
  owner: UserId,
  urls: readonly string[],
): Promise<KnownAddress[]> {
  const hashes = urls.map((url) => requestedHashes(url))
  const known = await findKnownEntries(owner, hashes.flat())
  return urls.map((url, index) => ({ url, id: firstKnownId(known, hashes[index]!) }))
}

/** @returns the id of the entry that the owner has saved under an address; undefined if there is none */
export async function findEntryByAddress(
  find: FindKnownEntries,
  owner: UserId,
  url: string,
): Promise<EntryId | undefined> {
  const hashes = requestedHashes(url)
  return firstKnownId(await find(owner, hashes), hashes)
}

/** @returns the id for the first of the hashes that has one */
export function firstKnownId(known: ReadonlyMap<string, EntryId>, hashes: readonly string[]): EntryId | undefined {
  return hashes.map((hash) => known.get(hash)).find((id) => id !== undefined)
}

/**
 * Deletes the entries of addresses.
 * @returns for each address whether an entry was deleted; if an address occurs twice, true only for the first
 */
export async function deleteByAddress(
  deps: BatchDeps,
  owner: UserId,
  urls: readonly string[],
): Promise<{ readonly url: string; readonly isDeleted: boolean }[]> {
  const results = []
  for (const { url, id } of await findEntriesByAddress(deps, owner, urls)) {
    results.push({ url, isDeleted: id !== undefined && (await isDone(() => deleteEntry(deps, owner, id))) })
  }
  return results
}

export interface AddressTags {
  readonly url: string
  readonly labels: readonly string[]
}

/**
 * Adds tags to the entries of addresses, or removes tags from them.
 * @returns for each address the id of its entry, or undefined if there is none
 */
export async function tagByAddress(
  deps: BatchDeps,
  owner: UserId,
  list: readonly AddressTags[],
  change: 'add' | 'remove',
): Promise<KnownAddress[]> {
  const known = await findEntriesByAddress(
    deps,
    owner,
    list.map(({ url }) => url),
  )
  const results: KnownAddress[] = []
  for (const [index, { url, id }] of known.entries()) {
    const { labels } = list[index]!
    const work = change === 'add' ? addTags : dropEntryTags
    const isThere = id !== undefined && (await isDone(() => work(deps, owner, id, labels)))
    results.push({ url, id: isThere ? id : undefined })
  }
  return results
}

/** @returns false if the entry has been deleted in the meantime */
async function isDone(work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return false
    throw error
  }
}

export type FindKnownEntries = (owner: UserId, hashes: readonly string[]) => Promise<Map<string, EntryId>>

/**
 * @returns a function that finds the owner's entries by the hashes of their addresses, with a single query. A hash is
 *   the SHA-1 in hex of an address, either unchanged or percent-decoded.
 */
export function knownEntryFinder(database: Database): FindKnownEntries {
  const statements = new StatementCache(database)
  // Compares the hash with a list (`in`, `any`). With a join, the query planner might not look up each hash by the key.
  const sql =
    database.dialect === 'sqlite'
      ? `select lower(hex(hash)) as hash, entry_id from entry_address
         where user_id = $1 and hash in (select unhex(value) from json_each($2))`
      : `select encode(hash, 'hex') as hash, entry_id from entry_address
         where user_id = $1 and hash = any (array(select decode(value, 'hex') from json_array_elements_text($2::json)))`
  return async (owner, hashes) => {
    const asked = hashes.filter((hash) => /^[0-9a-f]{40}$/.test(hash))
    if (asked.length === 0) return new Map()
    const rows = await statements.all<{ hash: string; entry_id: number }>(sql, [owner, JSON.stringify(asked)])
    return new Map(rows.map((row) => [row.hash, row.entry_id as EntryId]))
  }
}
