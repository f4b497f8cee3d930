/** The letters that a slip of the keyboard may add to a word, by script. The words of the index have no accents. */
const ALPHABETS: readonly (readonly [script: RegExp, letters: string])[] = [
  [/^[a-z]+$/, 'abcdefghijklmnopqrstuvwxyz'],
  [/^[а-я]+$/, 'абвгдежзийклмнопрстуфхцчшщъыьэюя'],
  [/^[α-ω]+$/, 'αβγδεζηθικλμνξοπρστυφχψω'],
  [/^[א-ת]+$/, 'אבגדהוזחטיךכלםמןנסעףפץצקרשת'],
]

/** A shorter word has too many words near it, most of which mean something else. */
const MIN_LENGTH = 4
/** Words that are longer than any that are mistyped. Limits the number of near words to about 1,700. */
const MAX_LENGTH = 32

/**
 * @param word a folded word of the index (src/query/text/tokenize.ts)
 * @returns all words that differ from it by one letter that was left out, added or replaced, or by two letters that were
 *   exchanged. F. J. Damerau found that 80 % of spelling errors are one of these (A technique for computer detection and
 *   correction of spelling errors, Communications of the ACM 7, 1964). Empty for words that are too short or too long,
 *   have digits, or are written in a script without an alphabet above.
 */
export function nearWords(word: string): string[] {
  const letters = ALPHABETS.find(([script]) => script.test(word))?.[1]
  if (letters === undefined || word.length < MIN_LENGTH || word.length > MAX_LENGTH) return []
  const near = new Set<string>()
  for (let at = 0; at <= word.length; at++) {
    const [before, after] = [word.slice(0, at), word.slice(at)]
    for (const letter of letters) {
      near.add(before + letter + after)
      if (after !== '') near.add(before + letter + after.slice(1))
    }
    if (after !== '') near.add(before + after.slice(1))
    if (after.length > 1) near.add(before + after[1]! + after[0]! + after.slice(2))
  }
  near.delete(word)
  return [...near]
}
