import type { RE2JS } from 're2js'

type ReadPattern =
  | {
      readonly kind: 'pattern'
      /**
       * @returns true if the pattern matches anywhere in the address; false for every address over 2000 UTF-16 units
       */
      isFoundIn(address: string): boolean
    }
  | {
      readonly kind: 'refused'
      /** the problem as part of a sentence: no capital letter at the start, no full stop at the end */
      readonly reason: string
    }

/**
 * Maximum length of a tested address in UTF-16 units. Longer addresses match nothing. They are not cut, because a
 * pattern could match the cut address but not the whole one.
 */
const MAX_ADDRESS_LENGTH = 2000
/**
 * Maximum size of a compiled pattern, in instructions. Larger patterns are rejected, because the time of a search is
 * proportional to the size.
 */
const MAX_PROGRAM_SIZE = 500
/**
 * Maximum estimated size of a compiled pattern. The estimate uses only the source, so that very large patterns are
 * rejected before they are compiled.
 */
const MAX_ESTIMATED_SIZE = 30_000

/**
 * Parses the pattern of a rule with the operator `~`. The syntax is that of RE2, which searches in linear time.
 * @param source any text
 */
export async function readPattern(source: string): Promise<ReadPattern> {
  if (repeatsOf(source) * source.length > MAX_ESTIMATED_SIZE)
    return { kind: 'refused', reason: 'its repetitions are too large' }
  const { RE2JS, RE2JSSyntaxException } = await import('re2js')
  let pattern: RE2JS
  try {
    pattern = RE2JS.compile(source, RE2JS.CASE_INSENSITIVE)
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error
    return { kind: 'refused', reason: error.message }
  }
  if (pattern.programSize() > MAX_PROGRAM_SIZE) return { kind: 'refused', reason: 'it is too large' }
  return { kind: 'pattern', isFoundIn: (address) => address.length <= MAX_ADDRESS_LENGTH && pattern.test(address) }
}

/** @returns an upper bound for how often counted repetitions, such as `{3,9}`, can repeat a part of the pattern */
function repeatsOf(source: string): number {
  const counts = [...source.matchAll(/\{(\d{1,4})(?:,(\d{0,4}))?\}/g)]
  return counts.reduce((product, [, from, to]) => product * Math.max(1, Number(to ?? 0), Number(from)), 1)
}
