import type { Block, TableCell } from './block.ts'
import { MarkdownPlaces } from './markdown-places.ts'
import { longestRun, markdownAddress, markdownRuns, markdownText } from './markdown-runs.ts'

/**
 * @param placePrefix put before the ids of the places to which links of the article lead, for files with several
 *   articles: letters, digits and hyphens
 * @returns the article as CommonMark, with the tables and strikethrough of GFM, and with an HTML anchor at each place to
 *   which a link leads
 */
export function markdownBlocks(blocks: readonly Block[], placePrefix = ''): string {
  return joinBlocks(blocks, new MarkdownPlaces(blocks, placePrefix))
}

function joinBlocks(blocks: readonly Block[], places: MarkdownPlaces): string {
  return blocks.map((block) => markdownBlock(block, places)).join('\n\n')
}

function markdownBlock(block: Block, places: MarkdownPlaces): string {
  switch (block.kind) {
    case 'heading':
      return `${'#'.repeat(block.level)} ${markdownRuns(block.runs, places).replaceAll('\\\n', ' ')}`
    case 'paragraph':
      return markdownRuns(block.runs, places)
    case 'list':
      return markdownList(block, places)
    case 'quote':
      return prefixed(joinBlocks(block.blocks, places), '> ', '> ')
    case 'code':
      return codeFence(block.text, block.language)
    case 'table':
      return markdownTable(block.rows, places)
    case 'image':
      return `![${markdownText(block.alt)}](${markdownAddress(block.address)})`
    case 'rule':
      return '---'
  }
}

function markdownList({ start, items }: Block & { readonly kind: 'list' }, places: MarkdownPlaces): string {
  const isTight = items.every((item) => item.length === 1 && item[0]!.kind === 'paragraph')
  return items
    .map((item, index) => {
      const mark = start === undefined ? '- ' : `${start + index}. `
      return prefixed(taskOf(joinBlocks(item, places)), mark, ' '.repeat(mark.length))
    })
    .join(isTight ? '\n' : '\n\n')
}

/** @returns the text of an item with the state of its task as GitHub writes it */
function taskOf(text: string): string {
  return text.replace(/^([☑☐]) /u, (_, sign) => (sign === '☑' ? '[x] ' : '[ ] '))
}

function codeFence(text: string, language: string): string {
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1))
  return `${fence}${language}\n${text}\n${fence}`
}

/** Writes a table. Its first row becomes the header, because tables in GFM must have one. */
function markdownTable(rows: readonly (readonly TableCell[])[], places: MarkdownPlaces): string {
  const width = Math.max(...rows.map(({ length }) => length))
  const [head, ...body] = rows.map((row) => {
    const cells = Array.from({ length: width }, (_, column) => cellText(row[column], places))
    return `| ${cells.join(' | ')} |`
  })
  return [head, `|${' --- |'.repeat(width)}`, ...body].join('\n')
}

function cellText(cell: TableCell | undefined, places: MarkdownPlaces): string {
  // GFM splits a row into cells before it parses code, so `|` is escaped even in code.
  const runs = cell?.runs.map((run) => (run.isCode ? { ...run, text: run.text.replaceAll('|', String.raw`\|`) } : run))
  return markdownRuns(runs ?? [], places).replaceAll(/\\?\n/g, ' ')
}

/** Adds a prefix to each line: `first` to the first line, `rest` to all others. Trailing spaces are removed. */
function prefixed(text: string, first: string, rest: string): string {
  return text
    .split('\n')
    .map((line, index) => ((index === 0 ? first : rest) + line).trimEnd())
    .join('\n')
}
