import type { Row } from './row.ts'
import type { RowSource } from './row-source.ts'
import type { TableLayout } from './table-layout.ts'

/** The changes to a restored database that make it fit to continue. */
export interface Completion {
  /** the last generated id of each table with generated ids */
  readonly counters: Readonly<Record<string, number>>
  /** true to end the sessions and tokens in the backup */
  readonly endsSessions: boolean
  /** true to let clients continue from their cursors; see `END_SYNC_EPOCH` */
  readonly keepsSyncEpoch: boolean
}

/** A database that a restore fills, and that replaces the present one at the end. Until then, nobody sees it. */
export interface RowTarget {
  /** paths of the parts that an interrupted restore of the same backup has stored */
  readonly storedParts: ReadonlySet<string>
  /** Stores the rows of a part, completely or not at all. */
  store(part: string, table: TableLayout, rows: AsyncIterable<readonly Row[]>): Promise<void>
  /** the rows that were stored */
  readonly rows: RowSource
  /**
   * Applies the migrations that the backup lacks, and puts the restored database in the place of the present one.
   * @returns where the replaced data is kept
   */
  finish(completion: Completion): Promise<readonly string[]>
  /** Deletes everything that was stored. */
  discard(): Promise<void>
  /** Keeps what was stored, so that another call can continue. */
  close(): Promise<void>
}

/** What a target needs to know about a backup. */
export interface TargetBackup {
  /** identifies the backup, so that an interrupted restore of another one is not continued */
  readonly id: string
  readonly steps: readonly string[]
}

/**
 * Tables that are emptied on request. Otherwise, sessions, tokens and pending sign-ins that have ended since the backup
 * would become valid again.
 */
const SIGNED_IN: readonly string[] = [
  'session',
  'sign_in_step',
  'passkey_challenge',
  'recovery_link',
  'provider_request',
  'access_token',
  'refresh_token',
]

/**
 * @param tables the names of all tables of the restored database; older ones lack some
 * @returns SQL that ends the sessions and tokens
 */
export function endSessionsSql(tables: Iterable<string>): readonly string[] {
  const existing = new Set(tables)
  return SIGNED_IN.filter((name) => existing.has(name)).map((name) => `delete from ${name}`)
}

/**
 * SQL that ends the synchronisation epoch, so that clients discard their cursors and load everything again. With their old
 * cursors, they would miss changes: after a restore, revisions continue from those in the backup, so new changes get
 * revision numbers that clients have already seen.
 */
export const END_SYNC_EPOCH = "delete from instance where name = 'sync_epoch'"
