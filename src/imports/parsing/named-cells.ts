/** Returns the cell of a CSV record in the column with this name. Case is ignored. */
type NamedCells = (name: string) => string | undefined

/** @returns a function that reads the record's cells by column name; undefined if the record is the header */
export function namedCells(cells: readonly string[], index: number, head: readonly string[]): NamedCells | undefined {
  if (index === 0) return undefined
  const names = head.map((name) => name.trim().toLowerCase())
  return (name) => cells[names.indexOf(name.toLowerCase())]
}

/** @returns true if the cell contains `true`, `yes` or `1`, in any case */
export function isYes(cell: string | undefined): boolean {
  return /^(?:true|yes|1)$/i.test(cell?.trim() ?? '')
}
