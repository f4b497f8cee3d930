import { plainRuns, type Block, type TextRun } from '@dogear/extractor/content'
import type { ImageSource } from '../image-source.ts'
import type { PdfCanvas } from './pdf-canvas.ts'
import { drawPicture, pictureHeight } from './pdf-picture.ts'
import { drawTable, styledRuns } from './pdf-table.ts'

interface BlockScope {
  readonly canvas: PdfCanvas
  readonly images: ImageSource
  /** label of an image without alternative text */
  readonly imageWord: string
  /** true to add the headings to the outline of the document */
  readonly isOutlined: boolean
}

const TEXT_SIZE = 11
const CODE_SIZE = 9
const BLOCK_GAP = 7
const INDENT_STEP = 18
/** Maximum indentation of lists and quotations, in points. Deeper ones get the same indentation. */
const MAX_INDENT = 6 * INDENT_STEP
const HEADING_SIZES = [18, 16, 14, 12, 11, 11]

/**
 * Draws the blocks of an article.
 * @param indent indentation in points
 */
export function drawBlocks(scope: BlockScope, blocks: readonly Block[], indent: number): void {
  for (const [index, block] of blocks.entries()) {
    // Keeps a heading on the same page as the text below it.
    if (block.kind === 'heading') scope.canvas.need(heightWithHeading(scope, blocks, index))
    drawBlock(scope, block, Math.min(indent, MAX_INDENT))
    scope.canvas.gap(BLOCK_GAP)
  }
}

const THREE_LINES_HEIGHT = 3 * 1.4 * TEXT_SIZE
/**
 * Maximum number of headings and nested lists that are skipped to find the first text or image below a heading. If more
 * precede the text or image, its height is estimated.
 */
const MAX_SKIPPED_BLOCKS = 4

/** @returns the height in points of a heading together with the first lines or the image below it */
function heightWithHeading(scope: BlockScope, blocks: readonly Block[], index: number, looks = 0): number {
  const block = blocks[index]
  if (!block || looks > MAX_SKIPPED_BLOCKS) return THREE_LINES_HEIGHT
  if (block.kind === 'heading') {
    const lines = Math.min(2, 1 + plainRuns(block.runs).length / 50)
    return headingSize(block.level) * 1.4 * lines + BLOCK_GAP + heightWithHeading(scope, blocks, index + 1, looks + 1)
  }
  if (block.kind === 'list') return heightWithHeading(scope, block.items[0] ?? [], 0, looks + 1)
  const image = block.kind === 'image' ? scope.images.get(block.source) : undefined
  return (image && pictureHeight(scope.canvas, image)) ?? THREE_LINES_HEIGHT
}

function headingSize(level: number): number {
  return HEADING_SIZES[level - 1] ?? TEXT_SIZE
}

function drawBlock(scope: BlockScope, block: Block, indent: number): void {
  const { canvas } = scope
  switch (block.kind) {
    case 'heading':
      return drawHeading(scope, block)
    case 'paragraph':
      return canvas.paragraph(block.runs, { size: TEXT_SIZE, indent })
    case 'list':
      return drawList(scope, block, indent)
    case 'quote':
      return drawBlocks({ ...scope, isOutlined: false }, block.blocks, indent + INDENT_STEP)
    case 'code':
      return canvas.paragraph([{ text: withNonBreakingSpaces(block.text), isCode: true }], {
        size: CODE_SIZE,
        indent: indent + 9,
        direction: 'ltr',
      })
    case 'table':
      return drawTable(canvas, block.rows, indent)
    case 'image':
      return drawImage(scope, block, indent)
    case 'rule':
      return canvas.rule(indent)
  }
}

function drawHeading({ canvas, isOutlined }: BlockScope, { level, runs }: Block & { readonly kind: 'heading' }): void {
  const size = headingSize(level)
  if (isOutlined) canvas.mark(runs.map(({ text }) => text).join(''))
  canvas.paragraph(
    runs.map((run) => ({ ...run, isBold: true })),
    { size },
  )
}

function drawList(scope: BlockScope, { start, items }: Block & { readonly kind: 'list' }, indent: number): void {
  const { canvas } = scope
  for (const [index, item] of items.entries()) {
    // Keeps the marker on the same page as its item.
    canvas.need(heightWithHeading(scope, item, 0))
    const mark = start === undefined ? '•' : `${start + index}.`
    canvas.listMark(mark, TEXT_SIZE, indent + (start === undefined ? 6 : 0))
    drawBlocks(scope, item, indent + INDENT_STEP)
    canvas.gap(-BLOCK_GAP / 2)
  }
}

function drawImage(scope: BlockScope, block: Block & { readonly kind: 'image' }, indent: number): void {
  const image = scope.images.get(block.source)
  if (image && drawPicture(scope.canvas, image)) return
  const text = `[${block.alt === '' ? scope.imageWord : block.alt}]`
  scope.canvas.paragraph([{ text, href: block.address }], { size: TEXT_SIZE, indent })
}

/** @returns all text that `drawBlocks` would draw, with its styles */
export function* drawnRuns(blocks: readonly Block[]): Generator<TextRun> {
  for (const block of blocks) {
    if (block.kind === 'quote') yield* drawnRuns(block.blocks)
    else if (block.kind === 'list') for (const item of block.items) yield* drawnRuns(item)
    else if (block.kind === 'table') for (const cell of block.rows.flat()) yield* styledRuns(cell)
    else if (block.kind === 'code') yield { text: block.text, isCode: true }
    else if (block.kind === 'image') yield { text: block.alt }
    else if (block.kind === 'heading') for (const run of block.runs) yield { ...run, isBold: true }
    else if (block.kind === 'paragraph') yield* block.runs
  }
}

/** Replaces all spaces by non-breaking ones, because the layout drops spaces at the start of a line. */
function withNonBreakingSpaces(code: string): string {
  return code.replaceAll('\t', '    ').replaceAll(' ', '\u00a0')
}
