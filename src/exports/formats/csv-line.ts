/**
 * Spreadsheet programs evaluate a cell as a formula if it starts with one of these characters (OWASP, CSV Injection).
 * The full-width forms have the same effect in the Japanese and Chinese versions of these programs.
 */
const FORMULA_START = /^[=+\-@\t\r\n＝＋－＠]/

/** @returns the cell, with a leading apostrophe if a spreadsheet would evaluate it as a formula */
export function escapeFormula(cell: string): string {
  const text = cell.replaceAll('\0', '')
  return FORMULA_START.test(text) ? `'${text}` : text
}

/** @returns a line of CSV (RFC 4180), in which no cell is a formula */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => quoteCell(escapeFormula(cell))).join(',')}\r\n`
}

const quoteCell = (cell: string): string => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)
