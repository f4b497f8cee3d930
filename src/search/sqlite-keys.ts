import { LRUCache } from 'lru-cache'
import type { EntryKey } from '../entries/listing/list-entries.ts'
import { MAX_CHANGES } from './known-keys.ts'
import { Revisions, type Changed } from './revisions.ts'
import type { IndexConnection } from './sqlite-index.ts'

/** Entries that a thread remembers the revisions of, 16 bytes each. */
const MAX_ENTRIES = 1_000_000
/** Entries of a user that are read at first, those changed last: some milliseconds. */
const FEW = 20_000
/** After so many pages with others on them more are read, which takes a millisecond for a thousand. */
const MANY_MISSED = 5
const MANY = MAX_ENTRIES / 2
/** Besides what its entries take, as if it were so many entries. */
const OVERHEAD = 20

interface Known {
  readonly revisions: Revisions
  /** as many entries were read, if there were so many */
  readonly most: number
  /** pages with entries that were not among them */
  missed: number
}

const remembered = new WeakMap<IndexConnection, LRUCache<number, Known>>()

/**
 * Remembers the revisions of the entries of those who search: looking thirty up, each in a page of its own, took a third of
 * a search.
 * @returns the keys of entries in the order of `ids`, without those that are not there any more
 */
export function keysSqlite(connection: IndexConnection, owner: number, ids: readonly number[]): EntryKey[] {
  const all = remembered.get(connection) ?? new LRUCache({ maxSize: MAX_ENTRIES, sizeCalculation: sizeOf })
  remembered.set(connection, all)
  const known = upToDate(connection, owner, all.get(owner)) ?? readLatest(connection, owner, FEW)
  all.set(owner, known)
  const keys = known.revisions.keysOf(ids)
  if (keys) return keys
  known.missed += 1
  if (known.missed === MANY_MISSED && known.most < MANY) all.set(owner, readLatest(connection, owner, MANY))
  return askedKeys(connection, owner, ids)
}

const sizeOf = ({ revisions }: Known): number => revisions.length + OVERHEAD

/** @returns undefined where nothing is known, or more has changed than is worthwhile to be told */
function upToDate(connection: IndexConnection, owner: number, known: Known | undefined): Known | undefined {
  if (!known) return undefined
  const changed = connection.all<{ id: number; revision: number }>(CHANGED, owner, known.revisions.upTo)
  if (changed.length > MAX_CHANGES) return undefined
  for (const { id, revision } of changed) known.revisions.note([id, revision])
  return known
}

const CHANGED = `select id, revision from entry where user_id = $1 and revision > $2 order by revision limit ${MAX_CHANGES + 1}`

function readLatest(connection: IndexConnection, owner: number, most: number): Known {
  const [row] = connection.all<{ pairs: string }>(LATEST, owner, most)
  const pairs = (JSON.parse(row!.pairs) as Changed[]).toSorted(([one], [other]) => one - other)
  const revisions = new Revisions(pairs.reduce((highest, [, revision]) => Math.max(highest, revision), 0))
  revisions.append(
    pairs.map(([id]) => id),
    pairs.map(([, revision]) => revision),
  )
  return { revisions, most, missed: 0 }
}

/** As one text: a row each would take ten times as long. From the index by revision alone. */
const LATEST =
  'select json_group_array(json_array(id, revision)) as pairs ' +
  'from (select id, revision from entry where user_id = $1 order by revision desc limit $2)'

/** The plus sign keeps SQLite from reading all entries of the owner (sqlite.org/optoverview.html, 2.1): ids are few. */
const ASKED = 'select id, revision from entry where +user_id = $1 and id in (select value from json_each($2))'

function askedKeys(connection: IndexConnection, owner: number, ids: readonly number[]): EntryKey[] {
  const rows = new Map(connection.all<EntryKey>(ASKED, owner, JSON.stringify(ids)).map((row) => [Number(row.id), row]))
  return ids.flatMap((id) => rows.get(id) ?? [])
}
