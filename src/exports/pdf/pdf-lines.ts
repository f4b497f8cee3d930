import type { TextRun } from '../block.ts'
import { fontPieces } from './pdf-fonts.ts'

/** Text of one look on a line, with its place from the left in points. */
export interface Fragment {
  text: string
  readonly x: number
  width: number
  readonly font: string
  readonly href: string | undefined
  readonly isStruck: boolean
  /** points above the line; below it when negative */
  readonly rise: number
}

export type Line = readonly Fragment[]

/** @returns points that a text takes in a font */
export type Measure = (text: string, font: string) => number

interface Word {
  readonly text: string
  readonly font: string
  readonly width: number
  readonly run: TextRun
}

/** A blank, or one character of a script without blanks, or a word. */
const PIECES =
  /\n|[ \u00a0]|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu

/** @returns the runs broken into lines of at most `width` points; words that are longer are cut */
export function layLines(runs: readonly TextRun[], width: number, measure: Measure): readonly Line[] {
  const lines: Fragment[][] = [[]]
  let used = 0
  for (const word of wordsOf(runs, width, measure)) {
    if (word.text === '\n' || (used + word.width > width && used > 0 && word.text !== ' ')) {
      lines.push([])
      used = 0
    }
    if (word.text === '\n' || (word.text === ' ' && used === 0)) continue
    place(lines.at(-1)!, word, used)
    used += word.width
  }
  return lines
}

function place(line: Fragment[], { text, font, width, run }: Word, x: number): void {
  const rise = run.isSup ? 3 : run.isSub ? -2 : 0
  const last = line.at(-1)
  const isStruck = run.isStruck === true
  if (last?.font === font && last.href === run.href && last.isStruck === isStruck && last.rise === rise) {
    last.text += text
    last.width += width
  } else line.push({ text, x, width, font, href: run.href, isStruck, rise })
}

function* wordsOf(runs: readonly TextRun[], width: number, measure: Measure): Generator<Word> {
  for (const run of runs) {
    for (const [piece] of run.text.replaceAll('\t', '    ').matchAll(PIECES)) {
      if (piece === '\n') yield { text: '\n', font: '', width: 0, run }
      else for (const { text, font } of fontPieces(piece, run)) yield* cut({ text, font, run }, width, measure)
    }
  }
}

/** A word that fits is one piece; of one that is too long, as much as fits goes on each line. */
function* cut(word: Pick<Word, 'text' | 'font' | 'run'>, limit: number, measure: Measure): Generator<Word> {
  const width = measure(word.text, word.font)
  if (width <= limit) return void (yield { ...word, width })
  const step = Math.max(1, Math.floor((word.text.length * limit) / width) - 1)
  for (let at = 0; at < word.text.length; at += step) {
    const text = word.text.slice(at, at + step)
    yield { ...word, text, width: Math.min(limit, measure(text, word.font)) }
  }
}
