import { factsOfEntry, indexedEntry, wordsOfEntry } from '../../src/entries/entry-facts.ts'
import type { EntryFacts } from '../../src/query/evaluate-condition.ts'
import { quickTest, type IndexedWords, type QuickTest } from '../../src/query/text/index-words.ts'
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
  const collections = library.collections
    .filter((one) => one.entries.includes(entry.id))
    .map((one) => one.collection.id)
  return factsOfEntry(
    { entry, tags, annotations, progress, collections },
    { words: () => wordsOf(stored), quickTest: (token, isPrefix) => testOf(stored)(token, isPrefix) },
  )
}

/** Splitting thousands of texts into words takes a second, so most entries are decided without it. */
const tests = new WeakMap<StoredEntry, QuickTest>()

function testOf(stored: StoredEntry): QuickTest {
  const known = tests.get(stored)
  if (known) return known
  const made = quickTest(indexedEntry(stored, stored.beginning))
  tests.set(stored, made)
  return made
}

function wordsOf(stored: StoredEntry): IndexedWords {
  const known = words.get(stored)
  if (known) return known
  const made = wordsOfEntry(stored, stored.beginning)
  words.set(stored, made)
  return made
}
