import type { Block, TableCell } from './block.ts'
import { longestRun, markdownAddress, markdownRuns, markdownText } from './markdown-runs.ts'

/** @returns the article as CommonMark, with the tables and strikethrough of GFM */
export function markdownBlocks(blocks: readonly Block[]): string {
  return blocks.map(markdownBlock).join('\n\n')
}

function markdownBlock(block: Block): string {
  switch (block.kind) {
    case 'heading':
      return `${'#'.repeat(block.level)} ${markdownRuns(block.runs).replaceAll('\\\n', ' ')}`
    case 'paragraph':
      return markdownRuns(block.runs)
    case 'list':
      return markdownList(block)
    case 'quote':
      return prefixed(markdownBlocks(block.blocks), '> ', '> ')
    case 'code':
      return codeFence(block.text, block.language)
    case 'table':
      return markdownTable(block.rows)
    case 'image':
      return `![${markdownText(block.alt)}](${markdownAddress(block.address)})`
    case 'rule':
      return '---'
  }
}

function markdownList({ start, items }: Block & { readonly kind: 'list' }): string {
  const isTight = items.every((item) => item.length === 1 && item[0]!.kind === 'paragraph')
  return items
    .map((item, index) => {
      const mark = start === undefined ? '- ' : `${start + index}. `
      return prefixed(markdownBlocks(item), mark, ' '.repeat(mark.length))
    })
    .join(isTight ? '\n' : '\n\n')
}

function codeFence(text: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `${fence}${language}\n${text}\n${fence}`
}

/** Writes a table. Its first row becomes the header, because tables in GFM must have one. */
function markdownTable(rows: readonly (readonly TableCell[])[]): string {
  const width = Math.max(...rows.map(({ length }) => length))
  const [head, ...body] = rows.map((row) => {
    const cells = Array.from({ length: width }, (_, column) => cellText(row[column]))
    return `| ${cells.join(' | ')} |`
  })
  return [head, `|${' --- |'.repeat(width)}`, ...body].join('\n')
}

function cellText(cell: TableCell | undefined): string {
  // GFM splits a row into cells before it parses code, so `|` is escaped even in code.
  const runs = cell?.runs.map((run) => (run.isCode ? { ...run, text: run.text.replaceAll('|', String.raw`\|`) } : run))
  return markdownRuns(runs ?? []).replaceAll(/\\?\n/g, ' ')
}

/** Adds a prefix to each line: `first` to the first line, `rest` to all others. Trailing spaces are removed. */
function prefixed(text: string, first: string, rest: string): string {
  return text
    .split('\n')
    .map((line, index) => ((index === 0 ? first : rest) + line).trimEnd())
    .join('\n')
}
