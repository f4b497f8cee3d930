/** Number of characters of a title in a message. A message of this length fits on two lines of a phone. */
const MAX_LENGTH = 60

/** @returns a title for a message, which is cut with an ellipsis if it is long */
export function shortTitle(title: string): string {
  const characters = [...title]
  if (characters.length <= MAX_LENGTH) return title
  return `${characters
    .slice(0, MAX_LENGTH - 1)
    .join('')
    .trimEnd()}…`
}
