import { authorsOf } from './authors-of.ts'
import type { QueryableEntry } from '../query/evaluate-condition.ts'
import { indexWords, type IndexedEntry, type IndexedWords } from '../query/text/index-words.ts'
import type { Entry, EntryAnnotation } from './entry.ts'

/** An entry with its data from other tables. The conditions of queries test these data. */
export interface EntryWithRelations {
  readonly entry: Entry
  readonly tags: readonly { readonly label: string }[]
  readonly annotations: readonly Pick<EntryAnnotation, 'text' | 'quote'>[]
  /** the reading position; undefined if the entry was never opened */
  readonly progress: { readonly share: number; readonly at: string } | undefined
  /** ids of the collections to which the entry was added by hand */
  readonly collections: readonly number[]
}

/** Functions that test and index the text of an entry. */
interface EntryText extends Pick<QueryableEntry, 'quickTest' | 'contentTest'> {
  /** extracts the words of the text; called only when a condition tests words, because most conditions test none */
  readonly words: () => IndexedWords
}

/**
 * @returns the data of an entry that the conditions of queries test. Each value is computed when a condition first
 * tests it.
 */
export const queryableEntry = (members: EntryWithRelations, text: EntryText): QueryableEntry =>
  new LazyFacts(members, text)

/**
 * The entry data as a class with getters, because creating an object literal with getters takes several times as long.
 */
class LazyFacts implements QueryableEntry {
  readonly #members: EntryWithRelations
  readonly #words: () => IndexedWords
  #texts: IndexedWords | undefined
  readonly quickTest: QueryableEntry['quickTest']
  readonly contentTest: QueryableEntry['contentTest']

  constructor(members: EntryWithRelations, { words, quickTest, contentTest }: EntryText) {
    this.#members = members
    this.#words = words
    this.quickTest = quickTest
    this.contentTest = contentTest
  }

  get texts(): IndexedWords {
    return (this.#texts ??= this.#words())
  }

  get flags(): QueryableEntry['flags'] {
    return flagsOf(this.#members)
  }

  get numbers(): QueryableEntry['numbers'] {
    return numbersOf(this.#members)
  }

  get times(): QueryableEntry['times'] {
    return timesOf(this.#members)
  }

  get url(): string {
    return this.#members.entry.url
  }

  get collections(): readonly number[] {
    return this.#members.collections
  }

  get mediaType(): string | null {
    return this.#members.entry.mimetype
  }
}

function flagsOf({ entry, tags, annotations, progress, collections }: EntryWithRelations): QueryableEntry['flags'] {
  const share = progress?.share ?? 0
  return {
    archived: entry.isArchived,
    starred: entry.isStarred,
    shared: entry.uid !== null,
    failed: entry.fetchState === 'failed',
    pending: entry.fetchState === 'pending',
    tagged: tags.length > 0,
    annotated: annotations.length > 0 || entry.note !== null,
    pictured: (entry.previewPicture ?? '') !== '',
    authored: authorsOf(entry).length > 0,
    opened: progress !== undefined,
    begun: share >= 0.01 && share <= 0.97,
    finished: share > 0.97,
    collected: collections.length > 0,
  }
}

function numbersOf({ entry, annotations, progress }: EntryWithRelations): QueryableEntry['numbers'] {
  const share = progress?.share ?? 0
  return {
    id: entry.id,
    minutes: entry.readingTime,
    minutesLeft: entry.readingTime * (1 - share),
    share,
    annotations: annotations.length,
    // The stores of browsers contain entries of versions without this value.
    import: entry.importId ?? 0,
  }
}

function timesOf({ entry, progress }: EntryWithRelations): QueryableEntry['times'] {
  return {
    saved: entry.createdAt,
    archived: entry.archivedAt,
    starred: entry.starredAt,
    updated: entry.updatedAt,
    published: entry.publishedAt,
    opened: progress?.at ?? null,
  }
}

/**
 * @param content HTML, or the beginning of it
 * @returns the words of the entry, as the search index would store them
 */
export function wordsOfEntry(members: SearchedMembers, content: string): IndexedWords {
  return indexWords(indexedEntry(members, content))
}

type SearchedMembers = Pick<EntryWithRelations, 'entry' | 'tags' | 'annotations'>

/**
 * @param content HTML, or the beginning of it
 * @returns the entry in the form that the search index stores
 */
export function indexedEntry({ entry, tags, annotations }: SearchedMembers, content: string): IndexedEntry {
  return {
    id: entry.id,
    title: entry.title ?? '',
    url: entry.url,
    domain: entry.domainName ?? '',
    language: entry.language ?? '',
    authors: authorsOf(entry),
    tags: tags.map(({ label }) => label),
    notes: [...(entry.note === null ? [] : [entry.note]), ...annotations.map(({ text, quote }) => `${text}\n${quote}`)],
    content,
  }
}
