import type { Dialect } from '../../db/database.ts'
import { isInListSql } from './insert-rows-as-json.ts'
import type { Candidate } from './row-batch.ts'

export interface KnownHash {
  /** address hash in hexadecimal digits */
  readonly hash: string
}

export interface KnownEntry extends KnownHash {
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

/** @returns SQL like that of `knownHashesSql` that also selects the entry of each hash */
export function knownEntriesSql(dialect: Dialect): string {
  return knownHashesSql(dialect).replace(' as hash from', ' as hash, entry_id from')
}

/** @returns the address hashes of all candidates as a JSON list, for `knownHashesSql` */
export function hashList(candidates: readonly Candidate[]): string {
  return JSON.stringify(candidates.flatMap(({ hashes }) => hashes))
}
