import { LRUCache } from 'lru-cache'
import type { Database } from '../../db/database.ts'
import { StatementRegistry } from '../../db/statement-registry.ts'
import type { EntryId, UserId } from '../../kernel/brand.ts'
import type { EntryFilter } from './entry-filter.ts'
import { countSql, pageSql, reversed, type ListSql } from './list-sql.ts'

/** What a page of a list consists of; the entries themselves are loaded, or found in a cache, by these keys. */
export interface EntryPage {
  /** how many entries the whole list has */
  readonly total: number
  readonly entries: readonly EntryKey[]
}

export interface EntryKey {
  readonly id: EntryId
  /** the owner's revision at the entry's last change: an entry with the same key is the same to the letter */
  readonly revision: number
}

export interface ListOwner {
  readonly id: UserId
  /** number of the owner's last change; pages are kept until it moves */
  readonly revision: number
}

/** `total` where it is known already: how many entries the whole list has at this revision. */
export type ListEntries = (owner: ListOwner, filter: EntryFilter, total?: number) => Promise<EntryPage>

/** Pages kept at most, over all users. One is about 2 kB. */
const KEPT_PAGES = 1000

/** Of so many entries it is quicker to sort them all than to walk through a large library for them. */
const FEW = 2000

/** @returns a function that lists a user's entries by keys; a page asked for again costs no query */
export function entryLister(database: Database): ListEntries {
  const book = new StatementRegistry(database)
  const kept = new LRUCache<string, EntryPage>({ max: KEPT_PAGES })
  return async (owner, filter, total) => {
    const key = `${owner.id} ${owner.revision} ${JSON.stringify(filter)}`
    const page = kept.get(key) ?? (await queryPage(book, owner.id, filter, total))
    kept.set(key, page)
    return page
  }
}

async function queryPage(
  book: StatementRegistry,
  owner: UserId,
  filter: EntryFilter,
  known: number | undefined,
): Promise<EntryPage> {
  const total = known ?? (await countEntries(book, owner, filter))
  const offset = filter.offset ?? (filter.page - 1) * filter.perPage
  if (offset >= total) return { total, entries: [] }
  const plan = total > FEW ? 'walk' : 'set'
  const size = Math.min(filter.perPage, total - offset)
  const behind = total - offset - size
  if (behind >= offset) {
    return { total, entries: await readPage(book, pageSql(owner, filter, plan, { limit: filter.perPage, offset })) }
  }
  // What is nearer to the end is read from there.
  const page = pageSql(owner, reversed(filter), plan, { limit: size, offset: behind })
  return { total, entries: (await readPage(book, page)).toReversed() }
}

const readPage = (book: StatementRegistry, { sql, parameters }: ListSql) => book.all<EntryKey>(sql, parameters)

async function countEntries(book: StatementRegistry, owner: UserId, filter: EntryFilter): Promise<number> {
  const { sql, parameters } = countSql(owner, filter)
  const [count] = await book.all<{ total: number }>(sql, parameters)
  return count?.total ?? 0
}
