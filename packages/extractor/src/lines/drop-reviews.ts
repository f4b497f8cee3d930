import { nameWords } from './line-words.ts'
import type { PageLines } from './page-lines.ts'

/** Words in class names of reviews and of other products on a product page. */
const OTHER_PRODUCT_WORDS = new Set('review reviews related recommendations recommended similar'.split(' '))
/**
 * Minimum share of the kept text that must remain. If less would remain, the class name belongs to the whole page, and
 * nothing is removed.
 */
const MIN_REMAINING_SHARE = 0.1

/**
 * Removes reviews and other products from the lines of a product page.
 *
 * @param keep 1 for each line that is kept, otherwise 0; changed in place
 */
export function dropReviews({ lines, elements, parents, names }: PageLines, keep: Uint8Array): void {
  const isOther = new Uint8Array(elements.length)
  /** By number of names. */
  const areOther: boolean[] = []
  for (let index = 0; index < elements.length; index++) {
    const parent = parents[index]!
    const number = names.numberOf(index)
    areOther[number] ??= nameWords(names.texts[number]!).some((word) => OTHER_PRODUCT_WORDS.has(word))
    if (areOther[number] || (parent >= 0 && isOther[parent] === 1)) isOther[index] = 1
  }
  let [all, left] = [0, 0]
  for (const [index, { text, inner }] of lines.entries()) {
    if (keep[index] === 0) continue
    all += text.length
    if (isOther[inner] === 0) left += text.length
  }
  if (left < all * MIN_REMAINING_SHARE) return
  for (const [index, { inner }] of lines.entries()) if (isOther[inner] === 1) keep[index] = 0
}
