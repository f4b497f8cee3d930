import type { TextRun } from '@dogear/extractor/content'
import { isUnbreakable, splitAtLineBreaks } from './line-break-opportunities.ts'
import type { FontRun } from './pdf-fonts.ts'
import { fontOrder, textOrder, visualOrder, type Direction } from './bidirectional-text.ts'

/** A part of a line that is drawn in one font and style. Positions are in points from the left of the area. */
export interface Fragment {
  text: string
  readonly x: number
  width: number
  readonly font: string
  readonly href: string | undefined
  readonly linkedPlace: string | undefined
  readonly places: string | undefined
  readonly isStruck: boolean
  /** distance above the baseline in points; negative below it */
  readonly rise: number
}

export type Line = readonly Fragment[]

/** @returns the width of a text in points, at the font size of the lines */
export type Measure = (text: string, font: string) => number

/** Width and direction of the lines, and functions that measure text and choose fonts. */
interface LineSpace {
  /** maximum width in points */
  readonly width: number
  /** direction of the article */
  readonly direction: Direction
  readonly measure: Measure
  readonly fontRuns: (text: string, run: TextRun) => readonly FontRun[]
}

interface Word {
  readonly text: string
  readonly font: string
  readonly width: number
  readonly run: TextRun
  readonly level: number
}

/**
 * @returns the runs, broken into lines that fit the width. Too long words are split. Right-to-left lines are aligned to
 * the right edge.
 */
export function breakLines(runs: readonly TextRun[], space: LineSpace): readonly Line[] {
  const shown = runs.map((run) => ({ ...run, text: run.text.replaceAll('\t', '    ').normalize('NFC') }))
  const order = textOrder(shown.map(({ text }) => text).join(''), space.direction)
  const lines = fillLines(wordGroups(shown, order.levels, space), space.width)
  return lines.map((line) => fragmentsOf(line, order.direction, space.width))
}

/** Adjacent words that must stay on one line, although they differ in style, font or direction. */
type WordGroup = readonly Word[]

function fillLines(groups: Iterable<WordGroup>, width: number): readonly (readonly Word[])[] {
  const lines: Word[][] = [[]]
  let used = 0
  for (const part of splitWideGroups(groups, width)) {
    const text = part.words[0]?.text
    const isFull = used + part.width > width && used > 0 && text !== ' '
    if (isFull || text === '\n') {
      lines.push([])
      used = 0
    }
    if (text === '\n' || (text === ' ' && used === 0)) continue
    lines.at(-1)!.push(...part.words)
    used += part.width
  }
  return lines
}

/** @returns the groups that fit on a line. A group that is wider than a line is split into its words. */
function* splitWideGroups(groups: Iterable<WordGroup>, limit: number) {
  for (const words of groups) {
    if (words.length === 0) continue
    const width = words.reduce((sum, word) => sum + word.width, 0)
    if (width <= limit) yield { words, width }
    else for (const word of words) yield { words: [word], width: word.width }
  }
}

/** Arranges the words in visual order, as PDF expects. Trailing spaces are omitted. */
function fragmentsOf(words: readonly Word[], direction: Direction, width: number): Line {
  const seen = visualOrder(words.slice(0, words.findLastIndex(({ text }) => text !== ' ') + 1))
  const total = seen.reduce((sum, word) => sum + word.width, 0)
  const line: Fragment[] = []
  let x = direction === 'rtl' ? Math.max(0, width - total) : 0
  for (const word of seen) {
    addWord(line, word, x)
    x += word.width
  }
  return line
}

/**
 * Adds a word to a line. Adjacent left-to-right words of the same style are joined into one text. Right-to-left words
 * stay separate, because fontkit would reorder a joined text.
 */
function addWord(line: Fragment[], { text, font, width, run, level }: Word, x: number): void {
  const rise = run.isSup ? 3 : run.isSub ? -2 : 0
  const last = level === 0 ? line.at(-1) : undefined
  const isStruck = run.isStruck === true
  if (last?.font === font && hasSameLink(last, run) && last.isStruck === isStruck && last.rise === rise) {
    last.text += text
    last.width += width
  } else {
    const { href, linkedPlace, places } = run
    line.push({ text, x, width, font, href, linkedPlace, places, isStruck, rise })
  }
}

function hasSameLink(one: Fragment, { href, linkedPlace, places }: TextRun): boolean {
  return one.href === href && one.linkedPlace === linkedPlace && one.places === places
}

type FontSpace = Pick<LineSpace, 'width' | 'measure' | 'fontRuns'>

function* wordGroups(runs: readonly TextRun[], levels: Uint8Array | undefined, space: FontSpace): Generator<WordGroup> {
  let start = 0
  let group: Word[] = []
  let last = ''
  for (const run of runs) {
    for (const { text, at } of splitAtLineBreaks(run.text)) {
      if (at > 0 || !isUnbreakable(last, text)) {
        yield group
        group = []
      }
      last = text
      if (text === '\n') group.push({ text, font: '', width: 0, run, level: 0 })
      else for (const part of sameLevel(text, levels?.subarray(start + at))) group.push(...fontWords(part, run, space))
    }
    start += run.text.length
  }
  yield group
}

interface LevelPart {
  readonly text: string
  readonly level: number
}

/**
 * Splits a text where its bidirectional level changes.
 * @param levels level of each UTF-16 unit of the text; the list may be longer than the text
 */
function sameLevel(text: string, levels: Uint8Array | undefined): LevelPart[] {
  if (!levels) return [{ text, level: 0 }]
  const parts: LevelPart[] = []
  for (let from = 0; from < text.length;) {
    const level = levels[from]!
    let to = from + 1
    while (to < text.length && levels[to] === level) to++
    parts.push({ text: text.slice(from, to), level })
    from = to
  }
  return parts
}

function fontWords(part: LevelPart, run: TextRun, space: FontSpace): Word[] {
  return space.fontRuns(part.text, run).flatMap(({ text, font, isTransliterated }) => {
    // Transliterated text always runs from left to right, so its level must be even.
    const level = isTransliterated ? part.level + (part.level % 2) : part.level
    const shown = fontOrder(text, level)
    const width = space.measure(shown, font)
    return width <= space.width
      ? { text: shown, font, run, level, width }
      : splitWord({ text, font, run, level }, width, space)
  })
}

const GRAPHEMES = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Splits a word that is wider than a line. */
function splitWord(word: Omit<Word, 'width'>, width: number, space: FontSpace): Word[] {
  const letters = Array.from(GRAPHEMES.segment(word.text), ({ segment }) => segment)
  const step = Math.max(1, Math.floor((letters.length * space.width) / width) - 1)
  return Array.from({ length: Math.ceil(letters.length / step) }, (_, index) => {
    const text = fontOrder(letters.slice(index * step, (index + 1) * step).join(''), word.level)
    return { ...word, text, width: Math.min(space.width, space.measure(text, word.font)) }
  })
}
