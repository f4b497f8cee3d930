/** More help nobody. */
const MOST = 20

/**
 * @param typed tags separated by commas, the last of them begun
 * @returns what the field can be completed to: all before the last comma as it is, then a tag that is not in it yet
 */
export function offers(typed: string, labels: readonly string[]): string[] {
  const end = typed.lastIndexOf(',') + 1
  const before = end === 0 ? '' : `${typed.slice(0, end)} `
  const begun = typed.slice(end).trim().toLowerCase()
  const given = new Set(
    typed
      .slice(0, end)
      .split(',')
      .map((label) => label.trim().toLowerCase()),
  )
  return labels
    .filter((label) => label.includes(begun) && !given.has(label))
    .slice(0, MOST)
    .map((label) => before + label)
}
