/** Number of characters at the start of a line among which digits and capital letters are counted. */
export const START_CHARACTERS = 300

interface CharacterCounts {
  readonly commas: number
  readonly words: number
  /** Number of digits in the first `START_CHARACTERS` characters. */
  readonly digits: number
  readonly capitals: number
}

const OTHER_COMMAS = new Set([0x60c, 0x3001, 0xff0c])
const [SPACE, COMMA, SEMICOLON, ZERO, NINE, FIRST_CAPITAL, LAST_CAPITAL, LAST_ASCII] = [
  0x20, 0x2c, 0x3b, 0x30, 0x39, 0x41, 0x5a, 0x7f,
]
const CAPITAL_LETTER = /\p{Lu}/u

/**
 * Counts characters that distinguish prose from lists. The function runs for every line of a page, so it makes a single
 * pass.
 */
export function countCharacters(line: string): CharacterCounts {
  let [commas, words, digits, capitals] = [0, 1, 0, 0]
  for (let at = 0; at < line.length; at++) {
    const code = line.charCodeAt(at)
    if (code === SPACE) words += 1
    else if (isComma(code)) commas += 1
    if (at >= START_CHARACTERS) continue
    if (code >= ZERO && code <= NINE) digits += 1
    else if (isCapital(code)) capitals += 1
  }
  return { commas, words, digits, capitals }
}

function isComma(code: number): boolean {
  return code === COMMA || code === SEMICOLON || (code > LAST_ASCII && OTHER_COMMAS.has(code))
}

function isCapital(code: number): boolean {
  return code > LAST_ASCII
    ? CAPITAL_LETTER.test(String.fromCharCode(code))
    : code >= FIRST_CAPITAL && code <= LAST_CAPITAL
}
