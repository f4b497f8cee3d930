import type { Dialect } from '../../db/database.ts'
import { rawSql } from '../../db/raw-sql.ts'
import type { EntryId } from '../../kernel/branded-ids.ts'
import { isInListSql } from './insert-rows-as-json.ts'
import type { Candidate } from './row-batch.ts'
import type { StoreContext } from './store-context.ts'

export interface KnownHash {
  /** address hash in hexadecimal digits */
  readonly hash: string
}

interface KnownEntry extends KnownHash {
  /** a number as text on PostgreSQL */
  readonly entry_id: number | string
}

/**
 * @returns SQL that selects the hashes of addresses that the owner has already saved. Its parameters are the owner and
 * a JSON list of hashes.
 */
export function knownHashesSql(dialect: Dialect): string {
  const [hex, owner] = dialect === 'sqlite' ? ['lower(hex(hash))', '?1'] : ["encode(hash, 'hex')", '$1']
  return `select ${hex} as hash from entry_address where user_id = ${owner} and ${isInListSql(dialect, 'hash', 2, 'hex')}`
}

/** The entries of an owner by the hashes of their addresses, in hexadecimal digits. */
export type KnownEntries = ReadonlyMap<string, EntryId>

/** @returns the entries that have a hash of these candidates */
export async function findKnownEntries(
  { tx, dialect, job }: StoreContext,
  candidates: readonly Candidate[],
): Promise<KnownEntries> {
  if (candidates.length === 0) return new Map()
  const sql = knownHashesSql(dialect).replace(' as hash from', ' as hash, entry_id from')
  const rows = await rawSql<KnownEntry>(tx, sql, [job.ownerId, hashList(candidates)])
  return new Map(rows.map(({ hash, entry_id: id }) => [hash, Number(id) as EntryId]))
}

/** @returns the entry of a candidate; undefined if there is none */
export function entryOf({ hashes }: Candidate, known: KnownEntries): EntryId | undefined {
  const hash = hashes.find((one) => known.has(one))
  return hash === undefined ? undefined : known.get(hash)
}

/** @returns the address hashes of all candidates as a JSON list, for `knownHashesSql` */
export function hashList(candidates: readonly Candidate[]): string {
  return JSON.stringify(candidates.flatMap(({ hashes }) => hashes))
}
