import { foldText } from '../../src/query/text/fold-text.ts'

interface Labelled {
  readonly label: string
  /** name of a group of items. Words of the query may be its beginning, too. */
  readonly group?: string
}

/** Minimum length of a word that finds a group. Shorter ones would find whole groups by chance. */
const MIN_OF_GROUP = 3

/**
 * @param query words; each must occur in the label, or be the beginning of the group's name, in any order. Letter case and
 *   diacritics are ignored
 * @returns the matching items, in their order. The label that equals the query comes first, then those that begin with
 *   it, then other labels with all words, and last the items that only their group's name finds
 */
export function matchingItems<Item extends Labelled>(items: readonly Item[], query: string): Item[] {
  const whole = foldText(query.trim())
  const words = whole.split(/\s+/)
  const found = items
    .map((item) => ({ item, text: foldText(item.label), group: foldText(item.group ?? '') }))
    .filter(({ text, group }) =>
      words.every((word) => text.includes(word) || (word.length >= MIN_OF_GROUP && group.startsWith(word))),
    )
  const rank = ({ text }: { readonly text: string }) => {
    if (text.startsWith(whole)) return text === whole ? 0 : 1
    return words.every((word) => text.includes(word)) ? 2 : 3
  }
  return found.toSorted((one, other) => rank(one) - rank(other)).map(({ item }) => item)
}
