import type { AboutExport } from '../export-writer.ts'
import { authorsOf } from '../../entries/authors-of.ts'
import type { ExportedEntry } from '../exported-entry.ts'
import { languageTag, textDirection } from '../language-tag.ts'
import type { Book } from './book-model.ts'
import { createHash } from 'node:crypto'

/** The name space for URLs (RFC 9562, 6.6). */
const URL_NAMESPACE = Buffer.from('6ba7b8119dad11d180b400c04fd430c8', 'hex')

/**
 * Derives a book's identifier from the server's address and the ids of the entries. A book with the same entries always
 * has the same identifier.
 */
export class BookIdentifier {
  readonly #sha1 = createHash('sha1').update(URL_NAMESPACE)

  constructor(baseUrl: string) {
    this.#sha1.update(baseUrl)
  }

  add(entryId: number): void {
    this.#sha1.update(` ${entryId}`)
  }

  /** @returns a version 5 UUID (RFC 9562, 5.5) as a URN */
  urn(): string {
    const bytes = this.#sha1.copy().digest().subarray(0, 16)
    bytes[6] = (bytes[6]! & 0x0f) | 0x50
    bytes[8] = (bytes[8]! & 0x3f) | 0x80
    const hex = bytes.toString('hex')
    const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)]
    return `urn:uuid:${parts.join('-')}`
  }
}

/**
 * Maximum number of languages and of creators. Further ones are left out, because a book may contain thousands of articles.
 */
const MAX_NAMES = 100

/** Modification date of a book without entries. */
const EMPTY_BOOK_DATE = '1980-01-01T00:00:00.000Z'

type Facts = Omit<Book, 'items' | 'chapters'>

/**
 * Collects the metadata of a book while its entries are added. It contains nothing that changes while an article is read, such
 * as tags, because reading devices recognize a book by its bytes (docs/adr/0046-kosync.md).
 */
export class BookMetadata {
  readonly #about: AboutExport
  readonly #identifier: BookIdentifier
  readonly #languages = new Set<string>()
  readonly #creators = new Set<string>()
  #only: ExportedEntry['entry'] | undefined
  #modifiedAt = EMPTY_BOOK_DATE

  constructor(about: AboutExport) {
    this.#about = about
    this.#identifier = new BookIdentifier(about.baseUrl)
  }

  add(one: ExportedEntry): void {
    const { entry } = one
    this.#identifier.add(entry.id)
    const language = languageTag(entry.language)
    if (language !== undefined) addName(this.#languages, language)
    const authors = authorsOf(one.entry)
    for (const name of authors.length > 0 ? authors : [entry.domainName ?? '']) addName(this.#creators, name)
    if (this.#about.isSingle) this.#only = entry
    if (entry.createdAt > this.#modifiedAt) this.#modifiedAt = entry.createdAt
  }

  facts(): Facts {
    const { title, language } = this.#about
    const languages = [...this.#languages]
    return {
      identifier: this.#identifier.urn(),
      title,
      language,
      direction: this.#about.isSingle ? textDirection(languages[0]) : 'ltr',
      languages,
      creators: [...this.#creators],
      series: this.#about.series,
      source: this.#only?.url,
      date: this.#only?.publishedAt ?? undefined,
      modifiedAt: this.#modifiedAt,
    }
  }
}

function addName(names: Set<string>, name: string): void {
  if (name.trim() !== '' && names.size < MAX_NAMES) names.add(name)
}
