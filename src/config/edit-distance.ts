/**
 * @returns the Levenshtein distance: the number of letters to insert, delete or replace to turn `left` into `right`.
 *   Both words should be short, because the time grows with the product of their lengths.
 */
export function editDistance(left: string, right: string): number {
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (const [row, letter] of [...left].entries()) {
    const current = [row + 1]
    for (const [column, other] of [...right].entries()) {
      const change = previous[column]! + (letter === other ? 0 : 1)
      current.push(Math.min(change, previous[column + 1]! + 1, current[column]! + 1))
    }
    previous = current
  }
  return previous.at(-1)!
}
