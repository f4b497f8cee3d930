import type { EntryFilter, EntrySort } from '../../src/entries/listing/entry-filter.ts'
import type { EntryPage } from '../../src/entries/listing/list-entries.ts'
import { evaluateCondition, type QueryableEntry } from '../../src/query/evaluate-condition.ts'
import type { StoredEntry } from '../../src/web/sync/stored-objects.ts'
import { contentTests, findInContents } from './full-text-index/find-in-contents.ts'
import { queryableEntryReader } from './queryable-entry.ts'
import type { Library } from './library.ts'

/** @returns one page of the entries that match a filter, in the format of the server's function */
export async function listPage(library: Library, filter: EntryFilter): Promise<EntryPage> {
  const all = await listedEntries(library, filter)
  const offset = filter.offset ?? (filter.page - 1) * filter.perPage
  const entries = all.slice(offset, offset + filter.perPage)
  return { total: all.length, entries: entries.map(({ entry }) => ({ id: entry.id, revision: entry.revision })) }
}

/** @returns all entries that match a filter, in its order */
export async function listedEntries(library: Library, filter: Filter): Promise<StoredEntry[]> {
  const tests = filter.query ? contentTests(filter.query.condition) : []
  const factsOf = queryableEntryReader(library, await findInContents(library.store, tests))
  const selected = [...library.entries.values()].filter((stored) => isSelected(library, stored, filter, factsOf))
  const sorted = sortEntries(library, selected, filter)
  return filter.most === undefined ? sorted : sorted.slice(0, filter.most)
}

type Filter = Omit<EntryFilter, 'page' | 'perPage'>

function isSelected(
  library: Library,
  stored: StoredEntry,
  filter: Filter,
  factsOf: (stored: StoredEntry) => QueryableEntry,
): boolean {
  return (
    hasState(library, stored, filter) &&
    hasMeasures(stored, filter) &&
    (filter.tags ?? []).every((label) => stored.tags.some((tag) => tag.label === label)) &&
    (filter.collection === undefined || pickedPlace(library, filter.collection, stored.entry.id) !== -1) &&
    (!filter.query || evaluateCondition(filter.query.condition, factsOf(stored)))
  )
}

const isEqual = <Value>(wanted: Value | undefined, value: Value): boolean => wanted === undefined || wanted === value

function hasState(library: Library, { entry, tags, annotations }: StoredEntry, filter: Filter): boolean {
  const share = library.progress.get(entry.id)?.share ?? 0
  return (
    isEqual(filter.isArchived, entry.isArchived) &&
    isEqual(filter.isStarred, entry.isStarred) &&
    isEqual(filter.isPublic, entry.uid !== null) &&
    isEqual(filter.isNotParsed, entry.isNotParsed) &&
    isEqual(filter.hasAnnotations, annotations.length > 0) &&
    isEqual(filter.isFailed, entry.fetchState === 'failed') &&
    isEqual(filter.isUntagged, tags.length === 0) &&
    isEqual(filter.isBegun, share >= 0.01 && share <= 0.97)
  )
}

function hasMeasures({ entry }: StoredEntry, filter: Filter): boolean {
  const { minMinutes = 0, maxMinutes = Infinity } = filter
  return (
    isEqual(filter.domainName, entry.domainName ?? undefined) &&
    isEqual(filter.language, primaryTag(entry.language)) &&
    entry.readingTime >= minMinutes &&
    entry.readingTime <= maxMinutes
  )
}

/**
 * @returns the code of a language without its region. Entries store the language as pages state it: `fr`, `fr-CA`,
 * `fr_CA`.
 */
const primaryTag = (language: string | null): string =>
  (language ?? '')
    .toLowerCase()
    .slice(0, 3)
    .replace(/[-_]+$/, '')

function pickedPlace({ collections }: Library, id: number, entry: number): number {
  return collections.find(({ collection }) => collection.id === id)?.entries.indexOf(entry) ?? -1
}

type Key = string | number

/** @returns the entries in the order of the filter. Entries with equal sort keys are in the order of their ids. */
export function sortEntries(
  library: Library,
  entries: readonly StoredEntry[],
  { sort, order, arrangedIn }: Pick<Filter, 'sort' | 'order' | 'arrangedIn'>,
): StoredEntry[] {
  const keys = new Map(entries.map((stored) => [stored, keyOf(library, stored, sort, arrangedIn)]))
  const sign = order === 'asc' ? 1 : -1
  return entries.toSorted(
    (one, other) => sign * (compare(keys.get(one)!, keys.get(other)!) || one.entry.id - other.entry.id),
  )
}

const compare = (one: Key, other: Key): number => (one < other ? -1 : one > other ? 1 : 0)

/** Sort keys that depend only on the entry. */
const KEYS: Readonly<Partial<Record<EntrySort, (entry: StoredEntry['entry']) => Key>>> = {
  saved: ({ createdAt }) => createdAt,
  updated: ({ updatedAt }) => updatedAt,
  archived: ({ archivedAt }) => archivedAt ?? '',
  starred: ({ starredAt }) => starredAt ?? '',
  published: ({ publishedAt }) => publishedAt ?? '',
  title: ({ title }) => (title ?? '').toLowerCase().slice(0, 200),
  minutes: ({ readingTime }) => readingTime,
}

function keyOf(library: Library, { entry }: StoredEntry, sort: EntrySort, arrangedIn = 0): Key {
  if (sort === 'read') return library.progress.get(entry.id)?.at ?? ''
  if (sort !== 'position') return KEYS[sort]?.(entry) ?? entry.id
  const place = pickedPlace(library, arrangedIn, entry.id)
  return place === -1 ? 2 ** 52 - entry.id : place
}
