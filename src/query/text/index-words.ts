import { fieldToken, languageTokens, siteTokens } from './field-token.ts'
import { foldText } from './fold-text.ts'
import { textOfHtml } from './text-of-html.ts'
import { tokenize } from './tokenize.ts'

/** The searchable properties of an entry, as they are stored. */
export interface IndexedEntry {
  readonly id: number
  readonly title: string
  readonly url: string
  readonly domain: string
  readonly language: string
  readonly authors: readonly string[]
  readonly tags: readonly string[]
  /** the note of the entry, and text and quotation of each annotation */
  readonly notes: readonly string[]
  /** sanitised HTML */
  readonly content: string
}

/**
 * The tokens of an entry, by part. On SQLite, each part is a column. On PostgreSQL, the parts have the weights A, B, B,
 * C and D, in this order.
 */
export interface IndexedWords {
  readonly title: readonly string[]
  /** tags, authors, and the tokens of fields such as `.tag.news` (src/query/text/field-token.ts) */
  readonly people: readonly string[]
  readonly address: readonly string[]
  readonly notes: readonly string[]
  readonly content: readonly string[]
}

/**
 * Maximum number of indexed words of an entry's content. In a longer text, such as a book, searches find only words at
 * the start.
 */
const MAX_WORDS = 50_000
const MAX_NOTE_WORDS = 10_000
/**
 * Maximum number of indexed words from each of four parts of an entry: title, tags, authors and address. Further words
 * of the part are not indexed.
 */
const MAX_SHORT_WORDS = 2000
/**
 * Maximum estimated size of an entry's words in the index, in bytes. Further words are not indexed. PostgreSQL's limit
 * is 1 MB including positions (PostgreSQL manual, section 12.11).
 */
const MAX_BYTES = 500_000
/** Number of characters at the start of a text that are split into words. The rest is not indexed. */
const MAX_CHARACTERS = 2_000_000

/** @returns the tokens of an entry, which are the same on both databases */
export function indexWords(entry: IndexedEntry): IndexedWords {
  const measure = wordMeasure()
  const words = (text: string, maxWords: number) => firstWords(text, maxWords, measure)
  const short = (texts: readonly string[]) => words(texts.join('\n'), MAX_SHORT_WORDS)
  return {
    title: short([entry.title]),
    people: [...short(entry.tags), ...short(entry.authors), ...wholeTokens(entry).filter(measure)],
    address: short([readableAddress(entry.url), entry.domain]),
    notes: words(entry.notes.join('\n'), MAX_NOTE_WORDS),
    content: words(textOfHtml(entry.content.slice(0, MAX_CHARACTERS)), MAX_WORDS),
  }
}

/**
 * Tests whether the texts of an entry contain a token. With `isPrefix`, also accepts a token that only begins with it.
 * Returns undefined if the answer requires splitting the texts into words.
 */
export type QuickTest = (token: string, isPrefix: boolean) => boolean | undefined

/** The texts of an entry by part, folded but not split into words, and without the tokens of fields. */
export type FoldedParts = Readonly<Record<keyof IndexedWords, string>>

export function foldParts({ title, url, domain, authors, tags, notes, content }: IndexedEntry): FoldedParts {
  return {
    title: foldText(title),
    people: foldText([...tags, ...authors].join('\n')),
    address: foldText(`${readableAddress(url)}\n${domain}`),
    notes: foldText(notes.join('\n')),
    content: foldText(/[<&]/.test(content) ? textOfHtml(content) : content),
  }
}

/** @returns a test of an entry that is much faster than `indexWords`, because it does not split the text into words */
export function quickTest(entry: IndexedEntry, fold: () => FoldedParts = () => foldParts(entry)): QuickTest {
  let fields: readonly string[] | undefined
  let folded: string | undefined
  return (token, isPrefix) => {
    if (token.startsWith('.')) {
      fields ??= wholeTokens(entry)
      return fields.some((one) => (isPrefix ? one.startsWith(token) : one === token))
    }
    folded ??= Object.values(fold()).join('\n')
    if (!folded.includes(token)) return false
    return folded.length <= MAX_SHORT_WORDS && hasWord(folded, token, isPrefix) ? true : undefined
  }
}

/** Matches a character that may continue a word. Each half of a surrogate pair counts as such a character. */
const WORD_CHARACTER = /[\p{L}\p{N}\p{M}\p{Cs}]/u

/**
 * @returns true if the folded text contains the word with no letter beside it. False means only that this quick test
 *   has not found the word.
 */
export function hasWord(text: string, word: string, isPrefix: boolean): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const [before, after] = [text.charAt(at - 1), isPrefix ? '' : text.charAt(at + word.length)]
    if (!WORD_CHARACTER.test(before) && !WORD_CHARACTER.test(after)) return true
  }
  return false
}

function wholeTokens({ tags, authors, domain, language, notes }: IndexedEntry): string[] {
  return [
    ...tags.flatMap((tag) => fieldToken('tag', tag) ?? []),
    ...authors.flatMap((author) => [...tokenize(author)].slice(0, 20)).flatMap((word) => fieldToken('author', word)!),
    ...siteTokens(domain),
    ...languageTokens(language),
    ...(notes.length > 0 ? [fieldToken('has', 'note')!] : []),
  ]
}

/** @returns the address without its scheme, with percent-encoding decoded if it is valid */
function readableAddress(url: string): string {
  const address = url.slice(0, 4000).replace(/^https?:\/\//i, '')
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

type Measure = (word: string) => boolean

/**
 * @returns a function that adds the sizes of the words in bytes, and returns false once their sum exceeds the maximum
 */
function wordMeasure(): Measure {
  const seen = new Set<string>()
  let bytes = 0
  return (word) => {
    bytes += 2
    if (!seen.has(word)) bytes += utf8Length(word) + 16
    seen.add(word)
    return bytes <= MAX_BYTES
  }
}

/** @returns the length of a text in UTF-8, in bytes */
function utf8Length(text: string): number {
  let bytes = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    // A surrogate pair takes four bytes, so each half counts as two.
    bytes += code < 0x80 ? 1 : code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 2 : 3
  }
  return bytes
}

function firstWords(text: string, maxWords: number, hasRoom: Measure): string[] {
  const words: string[] = []
  for (const word of tokenize(text.slice(0, MAX_CHARACTERS))) {
    if (words.length === maxWords || !hasRoom(word)) break
    words.push(word)
  }
  return words
}
