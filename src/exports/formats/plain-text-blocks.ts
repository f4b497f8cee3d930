import { plainRuns, type Block, type TextRun } from '@dogear/extractor/content'
import { wrapText } from './wrap-text.ts'

/** Minimum line width in characters. Deeply nested lists and quotations would otherwise become too narrow. */
const MIN_WIDTH = 40

/**
 * @param width maximum number of characters on a line
 * @returns the article as plain text. Headings and bold words are in capitals. Link addresses are omitted.
 */
export function plainTextBlocks(blocks: readonly Block[], width: number): string {
  return blocks.map((block) => textBlock(block, width)).join('\n\n')
}

function textBlock(block: Block, width: number): string {
  switch (block.kind) {
    case 'heading':
      return wrapText(plainRuns(block.runs).toUpperCase(), width).join('\n')
    case 'paragraph':
      return wrapText(capitalised(block.runs), width).join('\n')
    case 'list':
      return textList(block, width)
    case 'quote':
      return indented(plainTextBlocks(block.blocks, narrower(width, 2)), '> ', '> ')
    case 'code':
      return indented(block.text, '    ', '    ')
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
      return indented(plainTextBlocks(item, narrower(width, mark.length)), mark, ' '.repeat(mark.length))
    })
    .join(isTight ? '\n' : '\n\n')
}

function narrower(width: number, by: number): number {
  return Math.max(MIN_WIDTH, width - by)
}

function oneLine(runs: readonly TextRun[]): string {
  return capitalised(runs).replaceAll('\n', ' ')
}

function capitalised(runs: readonly TextRun[]): string {
  return runs.map(({ text, isBold }) => (isBold ? text.toUpperCase() : text)).join('')
}

function indented(text: string, first: string, rest: string): string {
  return text
    .split('\n')
    .map((line, index) => ((index === 0 ? first : rest) + line).trimEnd())
    .join('\n')
}
