/** A word of fewer letters has too many words that differ by two slips, most of which mean something else. */
const MIN_LENGTH = 6
/** Limits the number of words that differ by two slips to about 8,000; for eight letters they are about 3,000. */
const MAX_LENGTH = 12

/** The vowels of a script, which are left out and confused most. */
const VOWELS: readonly (readonly [script: RegExp, vowels: string])[] = [
  [/^[a-z]+$/, 'aeiouy'],
  [/^[а-я]+$/, 'аеиоуыэюя'],
  [/^[α-ω]+$/, 'αεηιουω'],
  [/^[א-ת]+$/, 'אהוי'],
]

/** Consonants that sound alike, in groups. */
const ALIKE = [
  'cks sz bp dt gj mn vwf lr',
  'бп вф гк дт жш зс шщ йи ьъ тс цч',
  'κχ γκ τθδ πβφ σζξ λρ μν',
  'אע חכה טת סש קכ בו צש',
].flatMap((groups) => groups.split(' '))

/**
 * @param word a folded word of the index (src/query/text/tokenize.ts)
 * @returns the words from which it can come by two likely slips: a vowel or one of two equal letters was left out or added,
 *   two neighbours were exchanged, or a vowel, or a consonant that sounds alike, was typed in place of another. The
 *   first letter is always right. Longer words come first, because letters are left out more often than added. Empty for
 *   words that are too short or too long, have digits, or are written in a script without vowels above.
 */
export function wordsByTwoSlips(word: string): string[] {
  const vowels = VOWELS.find(([script]) => script.test(word))?.[1]
  if (vowels === undefined || word.length < MIN_LENGTH || word.length > MAX_LENGTH) return []
  const once = new Set(beforeSlip(word, vowels))
  const twice = new Set([...once].flatMap((one) => beforeSlip(one, vowels)))
  const words = [...twice].filter((one) => one !== word && !once.has(one))
  return words.toSorted((one, other) => other.length - one.length)
}

function beforeSlip(word: string, vowels: string): string[] {
  const found: string[] = []
  for (let at = 1; at <= word.length; at++) {
    const [before, letter, after] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)]
    for (const one of new Set(vowels + before.at(-1)!)) found.push(before + one + letter + after)
    if (letter === '') continue
    if (vowels.includes(letter) || letter === before.at(-1)) found.push(before + after)
    if (after !== '') found.push(before + after[0]! + letter + after.slice(1))
    for (const one of alike(letter, vowels)) found.push(before + one + after)
  }
  return found
}

function alike(letter: string, vowels: string): string {
  return vowels.includes(letter) ? vowels : ALIKE.filter((group) => group.includes(letter)).join('')
}
