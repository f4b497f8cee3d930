import type { EntryFacts } from '../query/evaluate-condition.ts'
import { indexWords, type IndexedEntry, type IndexedWords } from '../query/text/index-words.ts'
import type { Entry, EntryAnnotation } from './entry.ts'

/** An entry with the data of other tables that query conditions test. */
export interface EntryMembers {
  readonly entry: Entry
  readonly tags: readonly { readonly label: string }[]
  readonly annotations: readonly Pick<EntryAnnotation, 'text' | 'quote'>[]
  /** the reading position; undefined if the entry was never opened */
  readonly progress: { readonly share: number; readonly at: string } | undefined
  /** ids of the collections to which the entry was added by hand */
  readonly collections: readonly number[]
}

/** The text of an entry. */
export interface EntryText extends Pick<EntryFacts, 'quickTest' | 'contentTest'> {
  /** called when a condition tests words for the first time, because most conditions test no words */
  readonly words: () => IndexedWords
}

/** @returns the data of an entry that query conditions test. They are made when a condition tests them. */
export const factsOfEntry = (members: EntryMembers, text: EntryText): EntryFacts => new LazyFacts(members, text)

/** A class, because objects with getters of their own take several times as long to create. */
class LazyFacts implements EntryFacts {
  readonly #members: EntryMembers
  readonly #words: () => IndexedWords
  #texts: IndexedWords | undefined
  readonly quickTest: EntryFacts['quickTest']
  readonly contentTest: EntryFacts['contentTest']

  constructor(members: EntryMembers, { words, quickTest, contentTest }: EntryText) {
    this.#members = members
    this.#words = words
    this.quickTest = quickTest
    this.contentTest = contentTest
  }

  get texts(): IndexedWords {
    return (this.#texts ??= this.#words())
  }

  get flags(): EntryFacts['flags'] {
    return flagsOf(this.#members)
  }

  get numbers(): EntryFacts['numbers'] {
    return numbersOf(this.#members)
  }

  get times(): EntryFacts['times'] {
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

function flagsOf({ entry, tags, annotations, progress, collections }: EntryMembers): EntryFacts['flags'] {
  const share = progress?.share ?? 0
  return {
    archived: entry.isArchived,
    starred: entry.isStarred,
    shared: entry.uid !== null,
    failed: entry.fetchState === 'failed',
    pending: entry.fetchState === 'pending',
    tagged: tags.length > 0,
    annotated: annotations.length > 0,
    pictured: (entry.previewPicture ?? '') !== '',
    authored: authorsOf(entry).length > 0,
    opened: progress !== undefined,
    begun: share >= 0.01 && share <= 0.97,
    finished: share > 0.97,
    collected: collections.length > 0,
  }
}

function numbersOf({ entry, annotations, progress }: EntryMembers): EntryFacts['numbers'] {
  const share = progress?.share ?? 0
  return {
    id: entry.id,
    minutes: entry.readingTime,
    minutesLeft: entry.readingTime * (1 - share),
    share,
    annotations: annotations.length,
  }
}

function timesOf({ entry, progress }: EntryMembers): EntryFacts['times'] {
  return {
    saved: entry.createdAt,
    archived: entry.archivedAt,
    starred: entry.starredAt,
    updated: entry.updatedAt,
    published: entry.publishedAt,
    opened: progress?.at ?? null,
  }
}

/** @returns the names of the entry's authors */
export function authorsOf({ publishedBy }: Pick<Entry, 'publishedBy'>): readonly string[] {
  const names: unknown = publishedBy === null ? [] : JSON.parse(publishedBy)
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string' && name !== '') : []
}

/** @param content HTML, or the beginning of it @returns the words of an entry that queries find */
export function wordsOfEntry(members: SearchedMembers, content: string): IndexedWords {
  return indexWords(indexedEntry(members, content))
}

type SearchedMembers = Pick<EntryMembers, 'entry' | 'tags' | 'annotations'>

/** @returns the entry in the form in which it is searched @param content HTML, or the beginning of it */
export function indexedEntry({ entry, tags, annotations }: SearchedMembers, content: string): IndexedEntry {
  return {
    id: entry.id,
    title: entry.title ?? '',
    url: entry.url,
    domain: entry.domainName ?? '',
    language: entry.language ?? '',
    authors: authorsOf(entry),
    tags: tags.map(({ label }) => label),
    notes: annotations.map(({ text, quote }) => `${text}\n${quote}`),
    content,
  }
}
