/**
 * An alphabet of mathematical letters in Unicode: the code points of its first letters and of its first digit. The keys
 * of `ALPHABETS` are MathML's names.
 */
interface Alphabet {
  readonly upper: number
  readonly lower: number
  readonly digits?: number
}

const ALPHABETS: Readonly<Record<string, Alphabet>> = {
  bold: { upper: 0x1d400, lower: 0x1d41a, digits: 0x1d7ce },
  italic: { upper: 0x1d434, lower: 0x1d44e },
  'bold-italic': { upper: 0x1d468, lower: 0x1d482, digits: 0x1d7ce },
  script: { upper: 0x1d49c, lower: 0x1d4b6 },
  'bold-script': { upper: 0x1d4d0, lower: 0x1d4ea },
  fraktur: { upper: 0x1d504, lower: 0x1d51e },
  'double-struck': { upper: 0x1d538, lower: 0x1d552, digits: 0x1d7d8 },
  'bold-fraktur': { upper: 0x1d56c, lower: 0x1d586 },
  'sans-serif': { upper: 0x1d5a0, lower: 0x1d5ba, digits: 0x1d7e2 },
  'bold-sans-serif': { upper: 0x1d5d4, lower: 0x1d5ee, digits: 0x1d7ec },
  'sans-serif-italic': { upper: 0x1d608, lower: 0x1d622 },
  'sans-serif-bold-italic': { upper: 0x1d63c, lower: 0x1d656 },
  monospace: { upper: 0x1d670, lower: 0x1d68a, digits: 0x1d7f6 },
}

/**
 * Letters that are missing from Unicode's block of mathematical letters, because Unicode already contained them
 * elsewhere. The keys are the code points that the block leaves empty.
 */
const OLDER_LETTERS: ReadonlyMap<number, string> = new Map([
  [0x1d455, 'ℎ'],
  [0x1d49d, 'ℬ'],
  [0x1d4a0, 'ℰ'],
  [0x1d4a1, 'ℱ'],
  [0x1d4a3, 'ℋ'],
  [0x1d4a4, 'ℐ'],
  [0x1d4a7, 'ℒ'],
  [0x1d4a8, 'ℳ'],
  [0x1d4ad, 'ℛ'],
  [0x1d4ba, 'ℯ'],
  [0x1d4bc, 'ℊ'],
  [0x1d4c4, 'ℴ'],
  [0x1d506, 'ℭ'],
  [0x1d50b, 'ℌ'],
  [0x1d50c, 'ℑ'],
  [0x1d515, 'ℜ'],
  [0x1d51d, 'ℨ'],
  [0x1d53a, 'ℂ'],
  [0x1d53f, 'ℍ'],
  [0x1d545, 'ℕ'],
  [0x1d547, 'ℙ'],
  [0x1d548, 'ℚ'],
  [0x1d549, 'ℝ'],
  [0x1d551, 'ℤ'],
])

/**
 * @param text text of a formula
 * @param variant a value of the attribute `mathvariant`, which browsers no longer support
 * @returns the text in Unicode's letters of this style. Letters without such a counterpart stay unchanged
 */
export function mathLetters(text: string, variant: string): string {
  const alphabet = Object.hasOwn(ALPHABETS, variant) ? ALPHABETS[variant] : undefined
  if (alphabet === undefined) return text
  return text.replaceAll(/[A-Za-z0-9]/g, (sign) => styledLetter(sign, alphabet))
}

function styledLetter(sign: string, { upper, lower, digits }: Alphabet): string {
  const code = sign.charCodeAt(0)
  const place = code >= 97 ? lower + code - 97 : code >= 65 ? upper + code - 65 : digits && digits + code - 48
  return place === undefined ? sign : (OLDER_LETTERS.get(place) ?? String.fromCodePoint(place))
}
