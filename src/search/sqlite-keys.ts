import { LRUCache } from 'lru-cache'
import type { EntryKey } from '../entries/list-entries.ts'
import { MAX_CHANGES } from './known-keys.ts'
import { Revisions, type Changed } from './revisions.ts'
import type { IndexConnection } from './sqlite-index.ts'

/** Entries that a thread remembers the revisions of, 16 bytes each; of a user at most the half of them. */
const MAX_ENTRIES = 1_000_000
const MAX_OF_ONE = MAX_ENTRIES / 2
/** Besides what its entries take, as if it were so many entries. */
const OVERHEAD = 20

const remembered = new WeakMap<IndexConnection, LRUCache<number, Revisions>>()

/**
 * Remembers the revisions of those who search: looking thirty up, each in a page of its own, took a third of a search.
 * @returns the keys of entries in the order of `ids`, without those that are not there any more
 */
export function keysSqlite(connection: IndexConnection, owner: number, ids: readonly number[]): EntryKey[] {
  const known = remembered.get(connection) ?? new LRUCache({ maxSize: MAX_ENTRIES, sizeCalculation: sizeOf })
  remembered.set(connection, known)
  const revisions = upToDate(connection, owner, known.get(owner)) ?? readAll(connection, owner)
  if (revisions) known.set(owner, revisions)
  else known.delete(owner)
  return revisions?.keysOf(ids) ?? askedKeys(connection, owner, ids)
}

const sizeOf = ({ length }: Revisions): number => length + OVERHEAD

/** @returns undefined where nothing is known, or more has changed than is worthwhile to be told */
function upToDate(connection: IndexConnection, owner: number, known: Revisions | undefined): Revisions | undefined {
  if (!known) return undefined
  const changed = connection.all<{ id: number; revision: number }>(CHANGED, owner, known.upTo)
  if (changed.length > MAX_CHANGES) return undefined
  for (const { id, revision } of changed) known.note([id, revision])
  return known
}

const CHANGED = `select id, revision from entry where user_id = $1 and revision > $2 order by revision limit ${MAX_CHANGES + 1}`

/** From the index by revision alone, which is a sixtieth of reading the entries. @returns undefined of too many */
function readAll(connection: IndexConnection, owner: number): Revisions | undefined {
  const [count] = connection.all<{ total: number }>('select count(*) as total from entry where user_id = $1', owner)
  if (count!.total > MAX_OF_ONE) return undefined
  const [row] = connection.all<{ pairs: string }>(ALL, owner)
  const pairs = (JSON.parse(row!.pairs) as Changed[]).toSorted(([one], [other]) => one - other)
  const revisions = new Revisions(pairs.reduce((highest, [, revision]) => Math.max(highest, revision), 0))
  revisions.append(
    pairs.map(([id]) => id),
    pairs.map(([, revision]) => revision),
  )
  return revisions
}

/** As one text: a row each would take ten times as long. */
const ALL =
  'select json_group_array(json_array(id, revision)) as pairs ' +
  'from (select id, revision from entry where user_id = $1 order by revision)'

/** The plus sign keeps SQLite from reading all entries of the owner (sqlite.org/optoverview.html, 2.1): ids are few. */
const ASKED = 'select id, revision from entry where +user_id = $1 and id in (select value from json_each($2))'

function askedKeys(connection: IndexConnection, owner: number, ids: readonly number[]): EntryKey[] {
  const rows = new Map(connection.all<EntryKey>(ASKED, owner, JSON.stringify(ids)).map((row) => [Number(row.id), row]))
  return ids.flatMap((id) => rows.get(id) ?? [])
}
