import { readBlocks, plainRuns, type Block, type TextRun } from '@dogear/extractor/content'
import type { ExportWriter } from '../export-writer.ts'
import { contentOf } from '../../entries/listing/content-of.ts'
import { titleOf, type ExportedEntry } from '../exported-entry.ts'

/** Line width in characters (wallabag contract, section 8). */
const LINE_WIDTH = 100
const SEPARATOR_LINE = '='.repeat(LINE_WIDTH)

/**
 * @returns a writer of plain text: for each entry its title between two lines of `=`, its note between brackets, and its
 *   text wrapped at 100 characters
 */
export function textFile(): ExportWriter {
  return {
    start: () => [],
    add: (entry) => {
      const text = plainTextBlocks(readBlocks(contentOf(entry)), LINE_WIDTH)
      return [Buffer.from(`\n${SEPARATOR_LINE}\n${titleOf(entry)}\n${SEPARATOR_LINE}\n\n${noteLines(entry)}${text}\n`)]
    },
    end: () => [],
  }
}

function noteLines({ entry: { note } }: ExportedEntry): string {
  return note === null ? '' : `${wrapText(`[${note}]`, LINE_WIDTH).join('\n')}\n\n`
}

/** Minimum line width in characters. Deeply nested lists and quotations would otherwise become too narrow. */
const MIN_WIDTH = 40

/**
 * @param width maximum number of characters on a line
 * @returns the article as plain text. Headings and bold words are in capitals. Link addresses are omitted.
 */
function plainTextBlocks(blocks: readonly Block[], width: number): string {
  return blocks.map((block) => textBlock(block, width)).join('\n\n')
}

function textBlock(block: Block, width: number): string {
  switch (block.kind) {
    case 'heading':
      return wrapText(plainRuns(block.runs).toUpperCase(), width).join('\n')
    case 'paragraph':
      return wrapText(capitalise(block.runs), width).join('\n')
    case 'list':
      return textList(block, width)
    case 'quote':
      return indent(plainTextBlocks(block.blocks, narrowBy(width, 2)), '> ', '> ')
    case 'code':
      return indent(block.text, '    ', '    ')
    case 'table':
      return block.rows.map((row) => row.map(({ runs }) => oneLine(runs)).join(' | ')).join('\n')
    case 'image':
      return block.alt === '' ? `[${block.address}]` : wrapText(`[${block.alt}]`, width).join('\n')
    case 'rule':
      return '-'.repeat(width)
  }
}

function textList({ start, items }: Block & { readonly kind: 'list' }, width: number): string {
  const isTight = items.every((item) => item.length === 1 && item[0]!.kind === 'paragraph')
  return items
    .map((item, index) => {
      const mark = start === undefined ? '* ' : `${start + index}. `
      return indent(plainTextBlocks(item, narrowBy(width, mark.length)), mark, ' '.repeat(mark.length))
    })
    .join(isTight ? '\n' : '\n\n')
}

function narrowBy(width: number, by: number): number {
  return Math.max(MIN_WIDTH, width - by)
}

function oneLine(runs: readonly TextRun[]): string {
  return capitalise(runs).replaceAll('\n', ' ')
}

function capitalise(runs: readonly TextRun[]): string {
  return runs.map(({ text, isBold }) => (isBold ? text.toUpperCase() : text)).join('')
}

function indent(text: string, first: string, rest: string): string {
  return text
    .split('\n')
    .map((line, index) => ((index === 0 ? first : rest) + line).trimEnd())
    .join('\n')
}

/**
 * @param text text whose line breaks are preserved
 * @param width maximum number of characters on a line; longer words are split, except for addresses
 * @returns the lines
 */
function wrapText(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => wrapLine(line, width))
}

function wrapLine(line: string, width: number): string[] {
  const lines: string[] = []
  let current = ''
  let used = 0
  for (const word of line.split(' ').flatMap((piece) => cutWord(piece, width))) {
    const length = lengthOf(word)
    if (used > 0 && used + 1 + length > width) {
      lines.push(current)
      current = word
      used = length
    } else {
      current = used === 0 ? word : `${current} ${word}`
      used += length + (used === 0 ? 0 : 1)
    }
  }
  return [...lines, current]
}

/** Splits a word that is longer than a line. In a language without spaces, a whole paragraph counts as one word. */
function cutWord(word: string, width: number): string[] {
  if (word.length <= width || /^https?:/i.test(word)) return [word]
  const letters = [...word]
  const pieces: string[] = []
  for (let i = 0; i < letters.length; i += width) pieces.push(letters.slice(i, i + width).join(''))
  return pieces
}

function lengthOf(word: string): number {
  let count = 0
  for (const _letter of word) count++
  return count
}
