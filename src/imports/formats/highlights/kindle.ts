import { chunkHighlights } from '../../highlights/chunk-highlights.ts'
import { kindleTime } from '../../highlights/kindle-time.ts'
import type { ImportFormat, ReadHighlights } from '../../parsing/row-parser.ts'

/** A clipping, as the device has stored it. */
interface Clipping {
  readonly kind: Kind
  /** first and last number of the place, in units of the device; undefined if the line contains none */
  readonly place: readonly [number, number] | undefined
  readonly text: string
  readonly createdAt: string | undefined
}

type Kind = 'highlight' | 'note' | 'bookmark'

/**
 * Words for the kind of a clipping. The kind is that of the first match, so that words which are part of others come later.
 *
 * | language   | highlight                      | note             | bookmark         |
 * | ---------- | ------------------------------ | ---------------- | ---------------- |
 * | English    | highlight, underline           | note             | bookmark         |
 * | German     | Markierung                     | Notiz            | Lesezeichen      |
 * | French     | surlignement, surlignage       | note             | signet           |
 * | Spanish    | subrayado                      | nota             | marcador         |
 * | Italian    | evidenziazione                 | nota             | segnalibro       |
 * | Portuguese | destaque                       | nota             | marcador         |
 * | Dutch      | highlight, markering           | notitie          | bladwijzer       |
 * | Russian    | выделенный отрывок, выделение  | заметка          | закладка         |
 * | Chinese    | 标注, 標註                     | 笔记, 筆記       | 书签, 書籤       |
 * | Japanese   | ハイライト                     | メモ             | ブックマーク     |
 * | Korean     | 하이라이트                     | 메모             | 북마크           |
 *
 * Sources, read in November 2026: the table of KindleTools/kindle-tools-ts (`LANGUAGE_MAP`), clippings in the tests of
 * public parsers in each language, and clip.lua of KOReader for Chinese. The Korean words are only in the first. In another
 * language, a clipping with a text counts as a highlight, so that it is kept.
 */
const KINDS: readonly (readonly [Kind, RegExp])[] = [
  ['bookmark', /bookmark|lesezeichen|signet|marcador|segnalibro|bladwijzer|закладка|书签|書籤|ブックマーク|북마크/i],
  ['note', /\bnot(?:e|a|iz|itie)\b|заметка|笔记|筆記|メモ|메모/i],
]

/** The author is in the last parentheses, which may contain others. */
const TITLE = /^(.*\S)\s*\(((?:[^()]|\([^()]*\))*)\)$/

/** @returns the documents. A note becomes the note of the highlight at whose end it is. */
const readKindleClippings: ReadHighlights = (text) => {
  const books = Map.groupBy(records(text), ({ heading }) => heading)
  return [...books].flatMap(([heading, clippings]) => {
    const [, title = heading, author] = TITLE.exec(heading) ?? []
    return chunkHighlights({ title, author }, withNotes(clippings.map(({ clipping }) => clipping)))
  })
}

/**
 * `My Clippings.txt` of a Kindle, in the languages of `KINDS`. Each clipping has a line with title and author, a line with kind,
 * place and time, an empty line, the text, and a line of ten equals signs. The time is that of the device, without a zone; it is
 * read as UTC. Not imported: bookmarks, and the place, which says nothing about the place in a page.
 */
export const kindle: ImportFormat = { kind: 'highlights', read: readKindleClippings }

function records(text: string): { readonly heading: string; readonly clipping: Clipping }[] {
  const blocks = text.replaceAll(/\ufeff/g, '').split(/^={10}[^\S\n]*(?:\n|$)/m)
  return blocks.flatMap((block) => {
    const [heading = '', about = '', ...rest] = block.trim().split(/\r?\n/)
    if (!/^[-–]/.test(about.trim())) return []
    return { heading: heading.trim(), clipping: clippingOf(about, rest.join('\n').trim()) }
  })
}

function clippingOf(about: string, text: string): Clipping {
  const parts = about.split(/[|｜]/)
  const place = parts.slice(0, -1).join('|')
  const numbers = [...place.matchAll(/(\d+)(?:\s*(?:[-–]|t\/m)\s*(\d+))?/g)].at(-1)
  const kind = KINDS.find(([, words]) => words.test(place))?.[0] ?? 'highlight'
  const [first, last] = numbers ? [Number(numbers[1]), Number(numbers[2] ?? numbers[1])] : []
  return {
    kind,
    place: first === undefined || last === undefined ? undefined : [first, last],
    text,
    createdAt: kindleTime(parts.at(-1) ?? ''),
  }
}

function withNotes(clippings: readonly Clipping[]): object[] {
  const highlights = clippings.filter(({ kind, text }) => kind === 'highlight' && text !== '')
  const notes = Map.groupBy(
    clippings.filter(({ kind, text }) => kind === 'note' && text !== ''),
    (note) => highlights.find((one) => isIn(one, note)),
  )
  const annotations = highlights.map((one) => ({
    quote: one.text,
    text: (notes.get(one) ?? []).map(({ text }) => text).join('\n\n'),
    created_at: one.createdAt,
  }))
  const others = notes.get(undefined) ?? []
  return [...annotations, ...others.map(({ text, createdAt }) => ({ quote: '', text, created_at: createdAt }))]
}

/** @returns true if the note was made at the highlight: the device gives it the number of the highlight's end */
function isIn({ place: highlight }: Clipping, { place: note }: Clipping): boolean {
  return highlight !== undefined && note !== undefined && note[0] >= highlight[0] && note[0] <= highlight[1]
}
