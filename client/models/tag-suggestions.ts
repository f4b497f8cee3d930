/** Maximum number of suggested tags. Further matching tags are not suggested. */
const MAX_SUGGESTIONS = 8

/** A tag that can be chosen for the one that is being typed. */
interface TagSuggestion {
  /** in the form in which tags are stored, apart from a new one with wrong characters */
  readonly label: string
  /** true if the user has no tag with this label yet */
  readonly isNew: boolean
}

/**
 * @param typed comma-separated tags, the last of which may be incomplete
 * @param labels the user's tags
 * @returns the tags that match the last one, those that begin with it first. The typed tag itself is the first one if it
 *   exists. Otherwise it is the last one, as a new tag. All tags for an empty text.
 */
export function suggestTags(typed: string, labels: readonly string[]): readonly TagSuggestion[] {
  const begun = lastTag(typed)
  const given = new Set(typed.split(',').slice(0, -1).map(stored))
  const known = labels.filter((label) => label.includes(begun) && !given.has(label))
  const isBegun = (label: string): boolean => label.startsWith(begun)
  const inOrder = [
    ...known.filter((label) => label === begun),
    ...known.filter((label) => isBegun(label) && label !== begun),
    ...known.filter((label) => !isBegun(label)),
  ]
  const suggested = inOrder.slice(0, MAX_SUGGESTIONS).map((label) => ({ label, isNew: false }))
  const isNew = begun !== '' && !given.has(begun) && !labels.includes(begun)
  return isNew ? [...suggested, { label: begun, isNew }] : suggested
}

/** @returns the tag that is being typed, as it would be stored; empty if none has been begun */
export function lastTag(typed: string): string {
  return stored(typed.slice(typed.lastIndexOf(',') + 1))
}

/** @returns the typed tags with the last one replaced */
export function withLastTag(typed: string, label: string): string {
  const end = typed.lastIndexOf(',') + 1
  return end === 0 ? label : `${typed.slice(0, end)} ${label}`
}

const stored = (label: string): string => label.trim().toLowerCase()
