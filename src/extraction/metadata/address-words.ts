/** Words that addresses leave out, and titles do not. */
const SMALL = new Set('a an and are at by de for from how in is la le of on or the to what with your you s'.split(' '))

/**
 * @param url an address
 * @returns its last part that has letters, without its extension, at most 300 characters; often made of the title
 */
export function lastPartOf(url: string): string {
  const parts = (URL.parse(url)?.pathname ?? '').slice(0, 2000).split('/')
  const last = parts.findLast((part) => /[a-z]/i.test(part)) ?? ''
  return last.replace(/\.\w{2,5}$/, '').slice(0, 300)
}

/**
 * @param title of a page
 * @param part what `lastPartOf` gives for its address
 * @returns how alike their words are: 0 for nothing shared to 1 for the same words (Sørensen–Dice)
 */
export function likeness(title: string, part: string): number {
  const wanted = wordsOf(part)
  const words = wordsOf(title.slice(0, 1000))
  if (wanted.size === 0) return 0
  return (2 * words.intersection(wanted).size) / (words.size + wanted.size)
}

function wordsOf(text: string): Set<string> {
  const bare = text.normalize('NFKC').toLowerCase().replaceAll(/['’‘]/g, '')
  return new Set((bare.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !SMALL.has(word)))
}
