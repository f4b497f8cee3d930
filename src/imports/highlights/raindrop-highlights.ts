/** Starts a highlight, its colour and its note in the column `highlights`. */
const [HIGHLIGHT, COLOR, NOTE] = [/(?:^|\s)Highlight:/, /(?:^|\s)Colou?r:\s*(\w+)/, /(?:^|\s)Note:/]
/** Maximum number of characters of a cell that are read. The rest is left out. */
const MAX_CELL = 1_000_000

/**
 * Reads a cell of the column `highlights`, such as `Highlight:First words Note:Mine`: each highlight after `Highlight:`,
 * optionally with its colour and its note. A cell without these words contains one highlight on each line, as Raindrop.io
 * imports it.
 * @returns annotations in the form that `readAnnotations` expects
 */
export function highlightsOfRaindrop(cell: string): object[] {
  const text = cell.slice(0, MAX_CELL)
  const [before = '', ...marked] = text.split(new RegExp(HIGHLIGHT, 'g'))
  return [...before.split('\n').map((quote) => ({ quote, text: '' })), ...marked.map(highlightOf)]
}

function highlightOf(piece: string): object {
  const [head = '', ...notes] = piece.split(new RegExp(NOTE, 'g'))
  return { quote: head.replace(COLOR, ''), color: COLOR.exec(head)?.[1], text: notes.join(' Note:') }
}
