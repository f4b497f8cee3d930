import { wordsOf } from './text-scores.ts'

/** @returns true if two titles are equal, or if one contains the other and is not much longer */
export function sameTitle(found: string, truth: string): boolean {
  const [short = '', long = ''] = [plain(found), plain(truth)].toSorted((a, b) => a.length - b.length)
  return short !== '' && long.includes(short) && short.length >= 0.6 * long.length
}

/** @returns true if the result contains all words of the expected names, and few others */
export function sameAuthor(found: string, truth: string): boolean {
  const names = plain(found)
  const wanted = plain(truth.replaceAll(/\bby\b/gi, ' '))
  const words = wanted.split(' ').filter((word) => word.length > 1 && word !== 'and')
  const given = new Set(names.split(' '))
  return words.length > 0 && words.every((word) => given.has(word)) && names.length <= wanted.length * 3 + 30
}

/** @returns true if two dates are at most one day apart. A different time zone can cause that. */
export function sameDate(found: string, truth: string): boolean {
  return Math.abs(dayOf(found) - dayOf(truth)) <= 1
}

function plain(text: string): string {
  const bare = text.normalize('NFKD').replaceAll(/\p{M}/gu, '')
  return wordsOf(bare.toLowerCase()).join(' ')
}

function dayOf(date: string): number {
  return Math.floor(Date.parse(date) / 86_400_000)
}
