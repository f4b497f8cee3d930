import type { TokenTest } from '../query/condition.ts'
import { foldText } from '../query/text/fold-text.ts'
import { parseContent } from './changed-entries.ts'
import type { Snippet } from './search-index.ts'
import { tokensToMatch } from './query-parts.ts'
import type { SearchQuery } from './search-query.ts'
import type { StoredText } from './search-task.ts'
import { textOfHtml } from '../query/text/text-of-html.ts'

/**
 * Limits in characters. Only the first `MAX_SEARCHED_CHARACTERS` characters of a text are searched. A snippet has at
 * most `MAX_SNIPPET_CHARACTERS` characters, of which at most `MAX_CHARACTERS_BEFORE_MATCH` precede the first match.
 */
const MAX_SEARCHED_CHARACTERS = 200_000
const MAX_SNIPPET_CHARACTERS = 240
const MAX_CHARACTERS_BEFORE_MATCH = 60
const MAX_MARKS = 50

/** Maximum number of entries for which snippets are made. No page of results has more. */
export const MAX_SNIPPETS = 100

const WORD = /[\p{L}\p{N}\p{M}]+|\p{Extended_Pictographic}/gu
const UNSPACED_SCRIPT = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]/v

/**
 * A text is searched in parts of about this many characters. Only parts that contain a word of the query are split into
 * words, which takes much longer than folding them.
 */
const PART_CHARACTERS = 1000
/** Number of characters before a part that a snippet may need, with their markup. */
const CHARACTERS_BEFORE_PART = 300
/** The same after a part. The second number is for text with much markup, if the first gives too short a snippet. */
const CHARACTERS_AFTER_PART = [400, 4000] as const

/** @returns snippets of the texts that contain a word of the query, each with the id of its entry */
export function makeSnippets(query: SearchQuery, contents: readonly StoredText[]): [id: number, snippet: Snippet][] {
  // A word that only the title or a note must contain is not marked in the text.
  const tests = tokensToMatch(query.condition).filter(({ part = 'content' }) => part === 'content')
  if (tests.length === 0) return []
  const words = wantedWords(tests)
  const marksIn = createMarker(words)
  return contents.flatMap(({ id, content }) => {
    const html = parseContent(content).slice(0, MAX_SEARCHED_CHARACTERS)
    for (const part of partsWith([...words.whole, ...words.beginnings], html)) {
      const snippet = snippetAround(html, part, marksIn)
      if (snippet) return [[id, snippet] as [number, Snippet]]
    }
    return []
  })
}

/** Matches a tag within a word, as in `<b>H</b>arbour`. */
const TAG_IN_WORD = /<(?<=[\p{L}\p{N}\p{M}]<)[^<>]+>[\p{L}\p{N}]/u
/** Number of characters by which parts overlap, for words with tags in them. */
const OVERLAP = 100

/**
 * Yields the parts of a text that may contain one of the folded words: those that contain its characters, perhaps within
 * another word or within a tag, and those with a tag in a word.
 */
function* partsWith(folded: readonly string[], html: string): Generator<Range> {
  for (let start = 0; start < html.length;) {
    const end = tagFrom(html, start + PART_CHARACTERS)
    const part = html.slice(start, end + OVERLAP)
    const text = foldText(part)
    if (folded.some((word) => text.includes(word)) || TAG_IN_WORD.test(part)) yield [start, end]
    start = end
  }
}

/** @returns the snippet of the first match in a part of a text; undefined if there is none */
function snippetAround(html: string, [start, end]: Range, marksIn: Marker): Snippet | undefined {
  const before = Math.max(0, html.lastIndexOf('<', Math.max(0, start - CHARACTERS_BEFORE_PART)))
  let snippet: Snippet | undefined
  for (const after of CHARACTERS_AFTER_PART) {
    const last = tagFrom(html, end + after)
    snippet = makeSnippet(textOfHtml(html.slice(before, last)).replaceAll(/\s+/g, ' ').trim(), marksIn)
    const isLong = snippet && snippet.text.length > MAX_SNIPPET_CHARACTERS - MAX_CHARACTERS_BEFORE_MATCH
    if (!snippet || isLong || last === html.length) break
  }
  return snippet
}

/** @returns the position of the next tag, or the end of the text, so that neither a tag nor a word is cut */
function tagFrom(html: string, index: number): number {
  const tag = html.indexOf('<', index)
  return tag === -1 ? html.length : tag
}

type Range = readonly [start: number, end: number]
/** Returns the ranges within a word that a snippet marks as matches. */
type Marker = (word: string) => readonly Range[]

function makeSnippet(text: string, marksIn: Marker): Snippet | undefined {
  let start: number | undefined
  let end = text.length
  const marks: Range[] = []
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (index >= end || marks.length === MAX_MARKS) break
    for (const [from, to] of marksIn(word)) {
      start ??= startBefore(text, index + from)
      end = Math.min(end, endAfter(text, start + MAX_SNIPPET_CHARACTERS))
      if (index + to <= end) marks.push([index + from - start, index + to - start])
    }
  }
  return start === undefined || marks.length === 0 ? undefined : { text: text.slice(start, end), marks }
}

/**
 * @returns the position before a match at which the snippet starts. A snippet starts and ends between words if a space
 *   is nearby. It never splits a surrogate pair.
 */
function startBefore(text: string, index: number): number {
  if (index <= MAX_CHARACTERS_BEFORE_MATCH) return 0
  const blank = text.indexOf(' ', index - MAX_CHARACTERS_BEFORE_MATCH)
  if (blank !== -1 && blank < index) return blank + 1
  return isInside(text, index - MAX_CHARACTERS_BEFORE_MATCH)
    ? index - MAX_CHARACTERS_BEFORE_MATCH + 1
    : index - MAX_CHARACTERS_BEFORE_MATCH
}

function endAfter(text: string, index: number): number {
  if (index >= text.length) return text.length
  const blank = text.lastIndexOf(' ', index)
  if (blank > index - MAX_CHARACTERS_BEFORE_MATCH) return blank
  return isInside(text, index) ? index - 1 : index
}

function isInside(text: string, index: number): boolean {
  const code = text.charCodeAt(index)
  return code >= 0xdc00 && code <= 0xdfff
}

/** The folded words that a query searches for in texts: whole words, and beginnings of words. */
interface WantedWords {
  readonly whole: ReadonlySet<string>
  readonly beginnings: readonly string[]
}

function wantedWords(tests: readonly TokenTest[]): WantedWords {
  const wanted = tests.filter(({ isText }) => isText)
  return {
    whole: new Set(wanted.flatMap(({ tokens }) => tokens)),
    beginnings: wanted.filter(({ isPrefix }) => isPrefix).map(({ tokens }) => tokens.at(-1)!),
  }
}

/**
 * @returns a function that finds the parts of a word that the query searches for. It caches its results, because words
 *   recur.
 */
function createMarker({ whole, beginnings }: WantedWords): Marker {
  const known = new Map<string, readonly Range[]>()
  const look = (word: string): readonly Range[] => {
    const folded = foldText(word)
    if (UNSPACED_SCRIPT.test(folded) && folded.length === word.length) return bigramsIn(folded, [...whole])
    const isFound = whole.has(folded) || beginnings.some((beginning) => folded.startsWith(beginning))
    return isFound ? [[0, word.length]] : []
  }
  return (word) => {
    const ranges = known.get(word) ?? look(word)
    if (known.size < 10_000) known.set(word, ranges)
    return ranges
  }
}

/**
 * @returns the ranges of the tokens in a run of characters without spaces. Overlapping and adjacent ranges are merged.
 */
function bigramsIn(run: string, tokens: readonly string[]): Range[] {
  const found: Range[] = []
  for (const token of tokens) {
    for (let at = run.indexOf(token); at !== -1 && found.length < MAX_MARKS; at = run.indexOf(token, at + 1)) {
      found.push([at, at + token.length])
    }
  }
  const merged: [number, number][] = []
  for (const [start, end] of found.sort(([left], [right]) => left - right)) {
    const last = merged.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else merged.push([start, end])
  }
  return merged
}
