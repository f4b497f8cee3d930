import { foldText } from '../../src/query/text/fold-text.ts'

interface Labelled {
  readonly label: string
}

/**
 * @param query words; each must occur in a label, in any order. Letter case and diacritics are ignored
 * @returns the items with a matching label, in their order; labels that begin with the query come first
 */
export function matchingItems<Item extends Labelled>(items: readonly Item[], query: string): Item[] {
  const whole = foldText(query.trim())
  const words = whole.split(/\s+/)
  const found = items
    .map((item) => ({ item, text: foldText(item.label) }))
    .filter(({ text }) => words.every((word) => text.includes(word)))
  const isFirst = ({ text }: { readonly text: string }) => text.startsWith(whole)
  return [...found.filter(isFirst), ...found.filter((one) => !isFirst(one))].map(({ item }) => item)
}
