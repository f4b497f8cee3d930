/** Reads the cells of a CSV record by the names in the head, whatever their case. */
export type NamedCells = (name: string) => string | undefined

/** @returns undefined for the head itself */
export function namedCells(cells: readonly string[], index: number, head: readonly string[]): NamedCells | undefined {
  if (index === 0) return undefined
  const names = head.map((name) => name.trim().toLowerCase())
  return (name) => cells[names.indexOf(name.toLowerCase())]
}

/** @returns whether a cell says yes, as `true`, `True` or `1` */
export function isYes(cell: string | undefined): boolean {
  return /^(?:true|yes|1)$/i.test(cell?.trim() ?? '')
}
