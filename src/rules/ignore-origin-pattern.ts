import type { RE2JS } from 're2js'

export type ReadPattern =
  | {
      readonly kind: 'pattern'
      /** @returns whether the pattern is found in the address; never in one of more than 2000 UTF-16 units */
      isFoundIn(address: string): boolean
    }
  | {
      readonly kind: 'refused'
      /** what is wrong, without a capital and a full stop */
      readonly reason: string
    }

/** A longer address matches nothing, in UTF-16 units: a piece of it could match what the whole does not. */
const MAX_LOOKED_AT = 2000
/** Largest program that a pattern may become, in instructions; a search takes time by it times the address. */
const MAX_PROGRAM = 500
/** Largest bound of that, from the text alone, so that a far larger program is refused before it is built. */
const MAX_BOUND = 30_000

/** Reads the pattern of a `~`, by the syntax of RE2, in which a search takes linear time. @param source any text */
export async function readPattern(source: string): Promise<ReadPattern> {
  if (repeatsOf(source) * source.length > MAX_BOUND) return { kind: 'refused', reason: 'it repeats too much' }
  const { RE2JS, RE2JSSyntaxException } = await import('re2js')
  let pattern: RE2JS
  try {
    pattern = RE2JS.compile(source, RE2JS.CASE_INSENSITIVE)
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error
    return { kind: 'refused', reason: error.message }
  }
  if (pattern.programSize() > MAX_PROGRAM) return { kind: 'refused', reason: 'it is too large' }
  return { kind: 'pattern', isFoundIn: (address) => address.length <= MAX_LOOKED_AT && pattern.test(address) }
}

/** @returns an upper bound of how often any part of the pattern is repeated by number */
function repeatsOf(source: string): number {
  const counts = [...source.matchAll(/\{(\d{1,4})(?:,(\d{0,4}))?\}/g)]
  return counts.reduce((product, [, from, to]) => product * Math.max(1, Number(to ?? 0), Number(from)), 1)
}
