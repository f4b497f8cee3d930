/** A word in the text of a `tsvector`. */
export interface VectorWord {
  readonly word: string
  /** its places as they stand there: `1A,7` */
  readonly places: string
}

/**
 * @param vector as PostgreSQL writes it (its manual, section 8.11.1): `'sea':1A,7 'wall':2A`; our words hold neither quotes
 *   nor blanks, and each has places
 */
export function* wordsIn(vector: string): Generator<VectorWord> {
  for (let at = vector.indexOf("'"); at >= 0; at = vector.indexOf("'", at)) {
    const end = vector.indexOf("':", at + 1)
    if (end < 0) return
    const blank = vector.indexOf(' ', end)
    const next = blank < 0 ? vector.length : blank
    yield { word: vector.slice(at + 1, end), places: vector.slice(end + 2, next) }
    at = next
  }
}

const [ZERO, NINE, COMMA] = [48, 57, 44]

/** @param places as they stand in a `tsvector`, each with a letter for its weight or without @returns the numbers */
export function placesIn(places: string): number[] {
  const numbers: number[] = []
  let number = 0
  for (let at = 0; at < places.length; at++) {
    const code = places.charCodeAt(at)
    if (code >= ZERO && code <= NINE) number = number * 10 + code - ZERO
    if (code !== COMMA) continue
    numbers.push(number)
    number = 0
  }
  numbers.push(number)
  return numbers
}
