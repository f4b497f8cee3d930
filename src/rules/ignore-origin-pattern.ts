import type { RE2JS } from 're2js'

export type ReadPattern =
  | {
      readonly kind: 'pattern'
      /** @returns whether the pattern matches anywhere in the address; never for more than 2000 UTF-16 units */
      isFoundIn(address: string): boolean
    }
  | {
      readonly kind: 'refused'
      /** the problem, without a capital and a full stop */
      readonly reason: string
    }

/** In UTF-16 units; longer addresses match nothing, because a part could match when the whole does not. */
const MAX_LOOKED_AT = 2000
/** Maximum size of a compiled pattern, in instructions; a search takes time proportional to it and to the address. */
const MAX_PROGRAM = 500
/** Maximum estimate of that size from the text alone, so that a far larger program is rejected before it is built. */
const MAX_BOUND = 30_000

/** Parses the pattern of a `~`, in the syntax of RE2, which searches in linear time. @param source any text */
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

/** @returns an upper bound for the counted repetitions of any part of the pattern */
function repeatsOf(source: string): number {
  const counts = [...source.matchAll(/\{(\d{1,4})(?:,(\d{0,4}))?\}/g)]
  return counts.reduce((product, [, from, to]) => product * Math.max(1, Number(to ?? 0), Number(from)), 1)
}
