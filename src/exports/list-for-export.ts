import { collectionById } from '../collections/collection-by-id.ts'
import type { ListCollections } from '../collections/list-collections.ts'
import type { Database, SqlValue } from '../db/database.ts'
import { StatementCache } from '../db/statement-cache.ts'
import { filterSql, type EntryFilter } from '../entries/listing/entry-filter.ts'
import { collectionFilter } from '../entries/listing/collection-filter.ts'
import type { ListOwner, ReadRows } from '../entries/listing/list-entries.ts'
import type { FindNow } from '../users/time-zone.ts'
import type { EntryId, UserId } from '../kernel/branded-ids.ts'
import { AppError, notFound } from '../kernel/errors.ts'
import type { Search } from '../search/search-entries.ts'
import type { ExportedList } from './export-entries.ts'

/**
 * Maximum number of entries in one file (security specification, section 5). Longer lists are rejected as `too_large`.
 */
const MAX_ENTRIES = 20_000

/** The list to export (wallabag contract, section 8). */
export type ListCategory =
  | { readonly kind: 'all' | 'unread' | 'starred' | 'archive' | 'untagged' | 'annotated' }
  | { readonly kind: 'search'; readonly term: string }
  | { readonly kind: 'collection'; readonly id: number }
  /** entries from the same site as this entry */
  | { readonly kind: 'same_domain'; readonly entry: EntryId }
  | { readonly kind: 'tag_entries'; readonly slug: string }

export interface ListForExportDeps {
  /** answers the statements of lists */
  readonly lists: Database
  /** the search that the API and the pages use, so that a file contains the same hits */
  readonly search: Pick<Search, 'searchEntries' | 'follow'>
  readonly listCollections: ListCollections
  /** runs the SQL statements of collections that have a query; on SQLite, in a separate thread */
  readonly readComposed: ReadRows
  readonly findNow: FindNow
}

/**
 * @returns the entries of the list and its title. Entries are sorted from newest to oldest, or in the order of the
 *   collection.
 * @throws AppError `not_found` if the owner has no such tag, entry or collection; `too_large` above 20,000 entries
 */
export async function listForExport(
  deps: ListForExportDeps,
  owner: ListOwner,
  category: ListCategory,
): Promise<ExportedList> {
  const statements = new StatementCache(deps.lists)
  const noted = await statements.all(HAS_NOTES, [owner.id])
  return { ...(await findList(deps, owner, category, statements)), hasNotes: noted.length > 0 }
}

const HAS_NOTES = 'select id from entry where user_id = $1 and note is not null limit 1'

async function findList(
  deps: ListForExportDeps,
  { id: owner, revision }: ListOwner,
  category: ListCategory,
  statements: StatementCache,
): Promise<ExportedList> {
  switch (category.kind) {
    case 'search': {
      const page = { page: 1, perPage: MAX_ENTRIES + 1, sort: 'created' } as const
      const { entries } = await deps.search.searchEntries({ id: owner, revision }, category.term, page)
      return exportedList(
        `Search ${category.term} articles`,
        entries.map(({ id }) => Number(id) as EntryId),
      )
    }
    case 'collection':
      return collectionForExport(deps, { id: owner, revision }, category.id)
    case 'same_domain': {
      const domainName = await domainOf(statements, owner, category.entry)
      return exportedList('Same domain articles', await idsOfFilter(statements, owner, { domainName }))
    }
    case 'tag_entries': {
      const label = await labelOf(statements, owner, category.slug)
      return exportedList(`Tag ${label} articles`, await idsOfFilter(statements, owner, { tags: [label] }))
    }
    case 'untagged':
      return exportedList('Untagged articles', await idsOfFilter(statements, owner, {}, UNTAGGED_CONDITION))
    default:
      return exportedList(LIST_TITLES[category.kind], await idsOfFilter(statements, owner, LIST_FILTERS[category.kind]))
  }
}

async function collectionForExport(deps: ListForExportDeps, owner: ListOwner, id: number): Promise<ExportedList> {
  const { lists, findNow, readComposed } = deps
  const collections = await deps.listCollections(owner)
  const collection = collectionById(collections, id)
  const now = await findNow(owner)
  const { filter } = collectionFilter(collection, { collections, now, dialect: lists.dialect })
  if (filter.query) await deps.search.follow(owner)
  const statements = new StatementCache(lists)
  const read: ReadRows = filter.query ? readComposed : (sql, parameters) => statements.all(sql, parameters)
  const most = Math.min(filter.most ?? MAX_ENTRIES + 1, MAX_ENTRIES + 1)
  const { where, orderBy, parameters } = filterSql(owner.id, { ...filter, page: 1, perPage: most })
  const sql = `select entry.id from entry where ${where} order by ${orderBy} limit ${most}`
  const rows = await read<{ id: number }>(sql, parameters)
  return exportedList(
    collection.name,
    rows.map((row) => Number(row.id) as EntryId),
  )
}

const LIST_TITLES = {
  all: 'All articles',
  unread: 'Unread articles',
  starred: 'Starred articles',
  archive: 'Archive articles',
  annotated: 'Annotated articles',
} as const

const LIST_FILTERS: Readonly<Record<keyof typeof LIST_TITLES, Partial<EntryFilter>>> = {
  all: {},
  unread: { isArchived: false },
  starred: { isStarred: true },
  archive: { isArchived: true },
  annotated: { hasAnnotations: true },
}

const UNTAGGED_CONDITION =
  ' and not exists (select 1 from entry_tag' +
  ' where entry_tag.user_id = entry.user_id and entry_tag.entry_id = entry.id)'

async function idsOfFilter(
  statements: StatementCache,
  owner: UserId,
  filter: Partial<EntryFilter>,
  condition = '',
): Promise<readonly EntryId[]> {
  const whole: EntryFilter = { sort: 'created', order: 'desc', page: 1, perPage: MAX_ENTRIES, ...filter }
  const { where, orderBy, parameters } = filterSql(owner, whole)
  const sql = `select entry.id from entry where ${where}${condition} order by ${orderBy} limit ${MAX_ENTRIES + 1}`
  return (await statements.all<{ id: number }>(sql, parameters)).map(({ id }) => Number(id) as EntryId)
}

async function domainOf(statements: StatementCache, owner: UserId, entry: EntryId): Promise<string> {
  const sql = 'select domain_name as value from entry where user_id = $1 and id = $2'
  return findTitle(statements, sql, [owner, entry], 'entry')
}

async function labelOf(statements: StatementCache, owner: UserId, slug: string): Promise<string> {
  return findTitle(statements, 'select label as value from tag where user_id = $1 and slug = $2', [owner, slug], 'tag')
}

async function findTitle(
  statements: StatementCache,
  sql: string,
  parameters: readonly SqlValue[],
  what: string,
): Promise<string> {
  const [row] = await statements.all<{ value: string | null }>(sql, parameters)
  if (!row) throw notFound(what)
  return row.value ?? ''
}

function exportedList(title: string, ids: readonly EntryId[]): ExportedList {
  if (ids.length > MAX_ENTRIES)
    throw new AppError('too_large', `more than ${MAX_ENTRIES} entries; export a part of them`)
  return { title, ids }
}
