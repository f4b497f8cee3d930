import type { EntryFacts } from '../../src/query/evaluate-condition.ts'
import { indexWords, type IndexedWords } from '../../src/search/index-words.ts'
import type { StoredEntry } from '../../src/web/sync/stored-objects.ts'
import type { Library } from './library.ts'

/** The indexed words of each entry. A changed entry is a new object, so outdated words are never found. */
const words = new WeakMap<StoredEntry, IndexedWords>()

/**
 * @returns the data of an entry that query conditions test. Of its content, the library contains only the first words.
 */
export function factsOf(library: Library, stored: StoredEntry): EntryFacts {
  const { entry, tags, annotations } = stored
  const progress = library.progress.get(entry.id)
  const share = progress?.share ?? 0
  const collections = library.collections
    .filter((one) => one.entries.includes(entry.id))
    .map((one) => one.collection.id)
  return {
    // Computed on access, because most lists test no words.
    get texts() {
      return wordsOf(stored)
    },
    flags: {
      archived: entry.isArchived,
      starred: entry.isStarred,
      shared: entry.uid !== null,
      failed: entry.fetchState === 'failed',
      pending: entry.fetchState === 'pending',
      tagged: tags.length > 0,
      annotated: annotations.length > 0,
      pictured: (entry.previewPicture ?? '') !== '',
      authored: authorsOf(stored).length > 0,
      opened: progress !== undefined,
      begun: share >= 0.01 && share <= 0.97,
      finished: share > 0.97,
      collected: collections.length > 0,
    },
    numbers: {
      id: entry.id,
      minutes: entry.readingTime,
      minutesLeft: entry.readingTime * (1 - share),
      share,
      annotations: annotations.length,
    },
    times: {
      saved: entry.createdAt,
      archived: entry.archivedAt,
      starred: entry.starredAt,
      updated: entry.updatedAt,
      published: entry.publishedAt,
      opened: progress?.at ?? null,
    },
    url: entry.url,
    collections,
    mediaType: entry.mimetype,
  }
}

/** @returns the names of the entry's authors */
export function authorsOf({ entry }: StoredEntry): readonly string[] {
  const names: unknown = entry.publishedBy === null ? [] : JSON.parse(entry.publishedBy)
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string' && name !== '') : []
}

function wordsOf(stored: StoredEntry): IndexedWords {
  const known = words.get(stored)
  if (known) return known
  const { entry, tags, annotations, beginning } = stored
  const made = indexWords({
    id: entry.id,
    title: entry.title ?? '',
    url: entry.url,
    domain: entry.domainName ?? '',
    language: entry.language ?? '',
    authors: authorsOf(stored),
    tags: tags.map(({ label }) => label),
    notes: annotations.map(({ text, quote }) => `${text}\n${quote}`),
    content: beginning,
  })
  words.set(stored, made)
  return made
}
