import { speechChunks } from './models/speech-chunks.ts'
import { rangeOf, spanOf, type TextSpan } from './models/text-offsets.ts'
import { dataTables, describedPictures, spokenRows } from './spoken-parts.ts'
import { readingBlocks, type ReadingBlock } from './reading-blocks.ts'

/** Height in pixels of the bar that covers the top of the window. */
const BAR = 64

/** A part of an article that is spoken at once. */
export interface SpeechPassage {
  readonly block: HTMLElement
  readonly range: Range
  readonly text: string
}

/**
 * @param picture word spoken before the description of a picture
 * @returns the passages of an article to speak, in order: its text, the rows of its tables, and the descriptions of
 *   pictures without a caption. Code and numbers of notes are left out.
 */
export function speechPassages(article: HTMLElement, picture: string): SpeechPassage[] {
  const notes = [...article.querySelectorAll('sup a')].flatMap((link) => {
    const range = document.createRange()
    range.selectNodeContents(link)
    return spanOf(article, range) ?? []
  })
  const tables = dataTables(article)
  const isElsewhere = ({ element }: ReadingBlock) =>
    element.closest('pre') !== null || tables.some((table) => table.contains(element))
  const parts = [
    ...readingBlocks(article).flatMap((block) => (isElsewhere(block) ? [] : passagesOf(article, block, notes))),
    ...tables.flatMap((table) => spokenRows(table).flatMap(({ row, text }) => wholePassages(row, text))),
    ...describedPictures(article).flatMap(({ element, text }) => wholePassages(element, `${picture}: ${text}`)),
  ]
  return parts.toSorted((one, other) => one.range.compareBoundaryPoints(Range.START_TO_START, other.range))
}

/** @returns passages that speak a text other than that of their element, and mark the element as a whole */
function wholePassages(element: HTMLElement, text: string): SpeechPassage[] {
  const range = document.createRange()
  range.selectNode(element)
  const language = element.closest<HTMLElement>('[lang]')?.lang
  return speechChunks(text, language).map(({ start, end }) => ({ block: element, range, text: text.slice(start, end) }))
}

function passagesOf(article: HTMLElement, block: ReadingBlock, notes: readonly TextSpan[]): SpeechPassage[] {
  const { start } = block.span
  const spoken = withoutNotes(block, notes)
  const language = block.element.closest<HTMLElement>('[lang]')?.lang
  return speechChunks(spoken, language).flatMap((chunk) => {
    const range = rangeOf(article, { start: start + chunk.start, end: start + chunk.end })
    const text = spoken.slice(chunk.start, chunk.end).replaceAll(/\s+/g, ' ')
    return range && /[\p{L}\p{N}]/u.test(text) ? [{ block: block.element, range, text }] : []
  })
}

/** @returns the text of a block, with blanks in place of the numbers of notes, so that offsets stay the same */
function withoutNotes({ span, text }: ReadingBlock, notes: readonly TextSpan[]): string {
  const own = notes.filter(({ start, end }) => start >= span.start && end <= span.end)
  return own.reduce((shown, note) => {
    const [from, to] = [note.start - span.start, note.end - span.start]
    return shown.slice(0, from) + ' '.repeat(to - from) + shown.slice(to)
  }, text)
}

/** @returns the index of the first passage that is below the top of the window; 0 if there is none */
export function firstVisible(passages: readonly SpeechPassage[]): number {
  return Math.max(
    passages.findIndex(({ range }) => range.getBoundingClientRect().bottom > BAR),
    0,
  )
}
