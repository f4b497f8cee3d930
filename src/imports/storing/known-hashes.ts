import type { Dialect } from '../../db/database.ts'
import { isInListSql } from './insert-many.ts'
import type { Candidate } from './row-batch.ts'

export interface KnownHash {
  /** hexadecimal digits */
  readonly hash: string
}

/** @returns SQL that tells which hashes of a list (second parameter) are known to an owner (first) */
export function knownHashesSql(dialect: Dialect): string {
  const [hex, owner] = dialect === 'sqlite' ? ['lower(hex(hash))', '?1'] : ["encode(hash, 'hex')", '$1']
  return `select ${hex} as hash from entry_address where user_id = ${owner} and ${isInListSql(dialect, 'hash', 2, 'hex')}`
}

/** @returns the parameter for the list */
export function hashList(candidates: readonly Candidate[]): string {
  return JSON.stringify(candidates.flatMap(({ hashes }) => hashes))
}
