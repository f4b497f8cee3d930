import { hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { quoteLocator, type QuoteLocator } from '../../annotations/locate-annotations.ts'
import type { Db } from '../../db/schema.ts'
import { findStoredContent } from '../../entries/entry.repository.ts'
import { addressHashes } from '../../entries/saving/address-hashes.ts'
import { findEdition } from '../../exports/editions/edition.repository.ts'
import { entryOfFileName, koreaderFileNames } from '../../exports/editions/koreader-file-names.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'
import { findAssignment } from './assigned-document.repository.ts'
import type { HighlightedDocument } from '../import-row.ts'

/** The entry that a document is. `text` is undefined if the entry has none. */
type DocumentMatch =
  | { readonly kind: 'entry'; readonly id: EntryId; readonly text: QuoteLocator | undefined }
  | { readonly kind: 'none' | 'ambiguous' }

interface Library {
  readonly db: Db
  readonly owner: UserId
}

/** Maximum number of entries with the title of a document whose texts are read. More are ambiguous. */
const MAX_CANDIDATES = 10
/** Number of quotes that are looked up in each of these texts, and minimum length of a quote that proves something. */
const MAX_QUOTES = 20
const MIN_QUOTE = 12
/**
 * Number of characters of contents after which no more texts are read for the documents of a batch. It suffices for two hundred
 * long articles; without it, an attacker's texts of 10 MB would be read for minutes.
 */
const MAX_CHARACTERS = 20_000_000

/** @returns the match of each document, in their order */
export async function matchDocuments(
  library: Library,
  documents: readonly HighlightedDocument[],
): Promise<DocumentMatch[]> {
  if (documents.length === 0) return []
  // One statement for all, because no index contains titles.
  const titled = await findTitled(library, documents)
  const texts = new Texts(library)
  const matches: DocumentMatch[] = []
  for (const document of documents) matches.push(await matchDocument(library, document, { titled, texts }))
  return matches
}

/**
 * Finds the entry of a document, and never guesses. The choice of the user, an address, or the hash of an EPUB that was sent,
 * decide. An id in the name of a file may be that of another server, and a title may be that of another text. Therefore they decide
 * only if the text of exactly one such entry contains a quote. If no text can prove it, because the entry has none or the quotes
 * are too short, the author decides, or the whole name of the file.
 */
async function matchDocument(
  library: Library,
  document: HighlightedDocument,
  { titled, texts }: { readonly titled: readonly Titled[]; readonly texts: Texts },
): Promise<DocumentMatch> {
  const known =
    (await findAssignment(library.db, library.owner, document)) ??
    (await findByAddress(library, document)) ??
    (await findByHash(library, document))
  if (known !== undefined) return { kind: 'entry', id: known, text: await texts.of(known) }
  const named = entryOfFileName(document.fileName ?? '')
  const candidates = titled.filter((one) => one.id === named || isSameTitle(one, document))
  if (candidates.length > MAX_CANDIDATES) return { kind: 'ambiguous' }
  const { proven, possible } = await weigh(texts, document, candidates)
  if (texts.isSpent) return { kind: 'ambiguous' }
  const [first, ...others] = proven.length > 0 ? proven : possible
  if (!first) return { kind: 'none' }
  return others.length > 0 ? { kind: 'ambiguous' } : { kind: 'entry', ...first }
}

/** @returns the entries whose texts contain a quote, and those of the same author whose texts can prove nothing */
async function weigh(texts: Texts, document: HighlightedDocument, candidates: readonly Titled[]) {
  const quotes = document.annotations
    .map(({ quote }) => quote)
    .filter(isLong)
    .slice(0, MAX_QUOTES)
  const [proven, possible]: [Located[], Located[]] = [[], []]
  for (const candidate of candidates) {
    const text = await texts.of(candidate.id)
    const located = { id: candidate.id, text }
    if (text && quotes.some((quote) => text.locate(quote, 0).length > 0)) proven.push(located)
    else if ((!text || quotes.length === 0) && isSameWork(candidate, document)) possible.push(located)
  }
  return { proven, possible }
}

interface Located {
  readonly id: EntryId
  readonly text: QuoteLocator | undefined
}

const isLong = (quote: string): boolean => quote.replaceAll(/\s+/g, '').length >= MIN_QUOTE

/** Reads the texts of entries, until it has read `MAX_CHARACTERS`. */
class Texts {
  readonly #library: Library
  #left = MAX_CHARACTERS
  /** the rows of a document with many highlights come one after the other */
  #last: Located | undefined

  constructor(library: Library) {
    this.#library = library
  }

  /** true if the limit is reached */
  get isSpent(): boolean {
    return this.#left <= 0
  }

  /** @returns the text of an entry; undefined if there is none, or if the limit is reached */
  async of(id: EntryId): Promise<QuoteLocator | undefined> {
    if (this.#last?.id === id) return this.#last.text
    if (this.isSpent) return undefined
    const { db, owner } = this.#library
    const content = await findStoredContent(db, owner, id)
    this.#left -= content?.html.length ?? 0
    this.#last = { id, text: content && quoteLocator(content.html) }
    // Reading a long text takes milliseconds, so the event loop runs between two of them.
    await setImmediate()
    return this.#last.text
  }
}

async function findByAddress({ db, owner }: Library, { url }: HighlightedDocument): Promise<EntryId | undefined> {
  if (url === undefined) return undefined
  const query = db.selectFrom('entry_address').select('entry_id').where('user_id', '=', owner)
  const found = await query.where('hash', 'in', addressHashes(url)).executeTakeFirst()
  return found && (Number(found.entry_id) as EntryId)
}

/** Looks for the hash that the device states, and for that of the name of the file. */
async function findByHash({ db, owner }: Library, document: HighlightedDocument): Promise<EntryId | undefined> {
  const { hash: stated, fileName } = document
  for (const one of [stated, fileName === undefined ? undefined : hash('md5', fileName)]) {
    const edition = one === undefined ? undefined : await findEdition(db, owner, one)
    if (edition && (await exists(db, owner, edition.entryId))) return edition.entryId
  }
  return undefined
}

/** An edition may be that of an entry in the trash. */
async function exists(db: Db, owner: UserId, id: EntryId): Promise<boolean> {
  const query = db.selectFrom('entry').select('id').where('user_id', '=', owner).where('id', '=', id)
  return (await query.executeTakeFirst()) !== undefined
}

interface Titled {
  readonly id: EntryId
  readonly title: string
  readonly domain: string
  /** JSON array of author names; null if there are none */
  readonly authors: string | null
}

/** @returns the entries with the titles of the documents, and those whose ids are in the names of their files */
async function findTitled({ db, owner }: Library, documents: readonly HighlightedDocument[]): Promise<Titled[]> {
  const titles = [...new Set(documents.flatMap(({ title }) => [title, oneLine(title)]))]
  const ids = documents.flatMap(({ fileName }) => entryOfFileName(fileName ?? '') ?? [])
  const rows = await db
    .selectFrom('entry')
    .select(['id', 'title', 'domain_name', 'published_by'])
    .where('user_id', '=', owner)
    .where(({ or, eb, fn }) =>
      or([
        eb('title', 'in', titles),
        // SQLite does so only with the letters of English, so the first condition is needed, too.
        eb(
          fn<string>('lower', ['title']),
          'in',
          titles.map((title) => title.toLowerCase()),
        ),
        ...(ids.length === 0 ? [] : [eb('id', 'in', ids)]),
      ]),
    )
    .limit((MAX_CANDIDATES + 1) * documents.length)
    .execute()
  return rows.map((row) => ({
    id: Number(row.id) as EntryId,
    title: row.title ?? '',
    domain: row.domain_name ?? '',
    authors: row.published_by,
  }))
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** @returns true if the entry has the name of the file, or the title and an author of the document */
function isSameWork({ id, title, domain, authors }: Titled, document: HighlightedDocument): boolean {
  if (koreaderFileNames(id, title).has(document.fileName ?? '')) return true
  const words = new Set(wordsOf(document.author ?? ''))
  const names = [...namesOf(authors), domain].map(wordsOf)
  // Devices write "Last, First", or all authors in one line.
  return (
    isSameTitle({ title }, document) && names.some((name) => name.length > 0 && name.every((word) => words.has(word)))
  )
}

function isSameTitle({ title }: Pick<Titled, 'title'>, document: HighlightedDocument): boolean {
  return title !== '' && oneLine(title).toLowerCase() === oneLine(document.title).toLowerCase()
}

const wordsOf = (name: string): string[] => name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

function namesOf(authors: string | null): string[] {
  const names: unknown = authors === null ? [] : JSON.parse(authors)
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
}
