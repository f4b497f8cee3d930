/** @returns the outermost tables with several columns. A table of one column only arranges text, and is read as text. */
export function dataTables(article: Element): HTMLTableElement[] {
  return [...article.querySelectorAll('table')].filter(
    (table) =>
      table.checkVisibility() &&
      table.parentElement?.closest('table') === null &&
      [...table.rows].some(({ cells }) => cells.length > 1),
  )
}

/** A row of a table with the words to speak for it. */
interface SpokenRow {
  readonly row: HTMLTableRowElement
  readonly text: string
}

/** @returns the rows of a table, each value after the header of its column, as in `Year: 1901, Stones: 40.` */
export function spokenRows(table: HTMLTableElement): SpokenRow[] {
  const [first, ...others] = table.rows
  const hasHeaders =
    others.length > 0 && first !== undefined && [...first.cells].every(({ tagName }) => tagName === 'TH')
  const headers = hasHeaders ? [...first.cells].flatMap((cell) => repeated(textOf(cell), cell.colSpan)) : []
  return [...table.rows].flatMap((row): SpokenRow[] => {
    if (hasHeaders && row === first) return []
    const text = spokenCells(row, headers)
    return text === '' ? [] : [{ row, text: `${text}.` }]
  })
}

function spokenCells(row: HTMLTableRowElement, headers: readonly string[]): string {
  const spoken: string[] = []
  let column = 0
  for (const cell of row.cells) {
    const [header = '', value] = [headers[column], textOf(cell)]
    column += cell.colSpan
    if (value !== '') spoken.push(header === '' || cell.tagName === 'TH' ? value : `${header}: ${value}`)
  }
  return spoken.join(', ')
}

/** Maximum number of columns that a cell may take. A page can claim any number. */
const MAX_SPAN = 100

function repeated(text: string, count: number): string[] {
  return Array.from({ length: Math.min(count, MAX_SPAN) }, () => text)
}

const textOf = (element: Element): string => (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim()

/** A picture with the words that describe it. */
interface DescribedPicture {
  readonly element: HTMLElement
  readonly text: string
}

/**
 * @returns the pictures with a description, without those that have a caption, stand in a line of text, or are in a
 *   table
 */
export function describedPictures(article: Element): DescribedPicture[] {
  const pictures = [...article.querySelectorAll<HTMLElement>('img[alt], .away[data-alt]')]
  return pictures.flatMap((element): DescribedPicture[] => {
    const text = (element.getAttribute('alt') ?? element.dataset['alt'] ?? '').replaceAll(/\s+/g, ' ').trim()
    const around = element.closest('figure, p, li, dt, dd, h1, h2, h3, h4, h5, h6, table')
    const isAlone = around === null || (around.tagName !== 'TABLE' && textOf(around) === '')
    return text !== '' && isAlone && element.checkVisibility() ? [{ element, text }] : []
  })
}
