/** Matches alternatives that are plain words, which a set finds without a regular expression. */
const PLAIN = /^[\p{L}\d '’-]+$/u
/** Maximum number of signs before and after a phrase, such as the arrow in "Read next →". */
const MAX_SIGNS = 3
const SIGN = /[^\p{L}\p{M}\p{N}]/u

/**
 * Tests whether a text consists of one of many phrases. Most phrases are looked up in a set. One regular expression for
 * hundreds of words in all cases, with the signs around them, would take half a megabyte.
 *
 * @param list the phrases in lower case, one per line; each is a regular expression or plain words, and neither starts nor
 *   ends with a sign
 * @returns a function that tests a text, whatever its case, with up to three signs before and after the phrase
 */
export function phraseTest(list: string): (text: string) => boolean {
  const phrases = linesOf(list)
  const plain = new Set(phrases.filter((phrase) => PLAIN.test(phrase)))
  const others = phrases.filter((phrase) => !plain.has(phrase))
  const pattern = others.length > 0 ? new RegExp(`^(?:${others.join('|')})$`, 'u') : undefined
  return (text) => {
    const phrase = withoutSigns(text)
    return plain.has(phrase) || pattern?.test(phrase) === true
  }
}

/** @returns the alternatives in a list with one per line */
export function linesOf(list: string): string[] {
  return list
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** @returns a text in lower case, without up to three signs or spaces at its start and at its end */
export function withoutSigns(text: string): string {
  const lower = text.toLowerCase()
  let [start, end] = [0, lower.length]
  for (let count = 0; count < MAX_SIGNS && start < end; count++) {
    const code = lower.codePointAt(start)!
    if (!isSign(code)) break
    start += lengthOf(code)
  }
  for (let count = 0; count < MAX_SIGNS && start < end; count++) {
    const code = lower.codePointAt(isPair(lower, end - 2) ? end - 2 : end - 1)!
    if (!isSign(code)) break
    end -= lengthOf(code)
  }
  return lower.slice(start, end)
}

function isSign(code: number): boolean {
  if (code > LAST_ASCII) return SIGN.test(String.fromCodePoint(code))
  return !((code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39))
}

const LAST_ASCII = 0x7f
const LAST_UNIT = 0xffff

/** @returns whether two code units at a position are one character */
function isPair(text: string, at: number): boolean {
  return at >= 0 && text.codePointAt(at)! > LAST_UNIT
}

function lengthOf(code: number): number {
  return code > LAST_UNIT ? 2 : 1
}
