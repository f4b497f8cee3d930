import { queryableEntry, indexedEntry, wordsOfEntry } from '../../src/entries/queryable-entry.ts'
import type { QueryableEntry } from '../../src/query/evaluate-condition.ts'
import {
  foldParts,
  quickTest,
  type FoldedParts,
  type IndexedWords,
  type QuickTest,
} from '../../src/query/text/index-words.ts'
import type { StoredEntry } from '../../src/web/sync/stored-objects.ts'
import { indexedContents, type ContentHits } from './full-text-index/find-in-contents.ts'
import type { Library } from './library.ts'

/**
 * @param hits results of searching the full-text index. If the index lacks the text of an entry, only the beginning of
 *   the text is searched.
 * @returns a function that collects the data of an entry against which queries are tested
 */
export function queryableEntryReader(library: Library, hits: ContentHits): (stored: StoredEntry) => QueryableEntry {
  const collectionsOf = collectionsByEntry(library)
  return (stored) => {
    const { entry, tags, annotations } = stored
    const members = {
      entry,
      tags,
      annotations,
      progress: library.progress.get(entry.id),
      collections: collectionsOf.get(entry.id) ?? [],
    }
    const isIndexed = hits.isIndexed(entry.id)
    const content = isIndexed ? '' : stored.beginning
    return queryableEntry(members, {
      words: () => words.get(stored, content),
      quickTest: (token, isPrefix) => tests.get(stored, content)(token, isPrefix),
      ...(isIndexed && { contentTest: (test) => hits.has(entry.id, test) }),
    })
  }
}

function collectionsByEntry({ collections }: Library): ReadonlyMap<number, readonly number[]> {
  const byEntry = new Map<number, number[]>()
  for (const { collection, entries } of collections) {
    for (const id of entries) {
      const ids = byEntry.get(id)
      if (ids) ids.push(collection.id)
      else byEntry.set(id, [collection.id])
    }
  }
  return byEntry
}

interface CachedValue<Value> {
  readonly content: string
  readonly value: Value
}

/**
 * Caches a value for each entry and text. A change replaces the object of the entry, so the value is then computed
 * again.
 */
class EntryCache<Value> {
  readonly #values = new WeakMap<StoredEntry, CachedValue<Value>>()
  readonly #make: (stored: StoredEntry, content: string) => Value

  constructor(make: (stored: StoredEntry, content: string) => Value) {
    this.#make = make
  }

  get(stored: StoredEntry, content: string): Value {
    const cached = this.#values.get(stored)
    if (cached?.content === content) return cached.value
    const value = this.#make(stored, content)
    this.#values.set(stored, { content, value })
    return value
  }
}

/** Number of entries that are prepared without a pause. In the pauses, the worker answers requests. */
const BATCH_SIZE = 100

const prepared = new WeakSet<Library>()

/** Prepares the entries for searching. Without it, the first search in a library takes a tenth of a second longer. */
export async function prepareSearch(library: Library): Promise<void> {
  if (prepared.has(library)) return
  prepared.add(library)
  const { isIndexed } = await indexedContents(library.store)
  let count = 0
  for (const stored of library.entries.values()) {
    tests.get(stored, isIndexed(stored.entry.id) ? '' : stored.beginning)('-', false)
    count += 1
    if (count % BATCH_SIZE === 0) await new Promise((resolve) => setTimeout(resolve))
  }
}

/**
 * @returns the texts of an entry by part, such as `title`. If the full-text index contains the text of the entry,
 *   `content` is empty.
 */
export function partsOf(stored: StoredEntry, hits: ContentHits): FoldedParts {
  return parts.get(stored, hits.isIndexed(stored.entry.id) ? '' : stored.beginning)
}

/**
 * Functions that test whether an entry contains a word. They usually find out without splitting the text into words,
 * which would take a second for thousands of texts.
 */
const tests = new EntryCache<QuickTest>((stored, content) =>
  quickTest(indexedEntry(stored, content), () => parts.get(stored, content)),
)
const parts = new EntryCache<FoldedParts>((stored, content) => foldParts(indexedEntry(stored, content)))
const words = new EntryCache<IndexedWords>(wordsOfEntry)
