/** Maximum number of suggestions. Further matching tags are not suggested. */
const MAX_SUGGESTIONS = 20

/**
 * @param typed comma-separated tags, the last of which is incomplete
 * @returns completed values for the whole field. Each contains the complete tags unchanged, and one further tag that
 * matches the incomplete one
 */
export function completeTags(typed: string, labels: readonly string[]): string[] {
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
    .slice(0, MAX_SUGGESTIONS)
    .map((label) => before + label)
}
