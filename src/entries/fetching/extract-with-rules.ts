import type { ExtractionPool } from '../../extraction/extraction-pool.ts'
import type { SourcedRules } from '../../extraction/site-rules/site-rules.ts'

type Extracting = Pick<ExtractionPool, 'extract' | 'clean'>

/** @returns the pool, with the rules of a site given along with each page */
export function extractingWithRules(pool: Extracting, rules: SourcedRules | undefined): Extracting {
  if (rules === undefined) return pool
  return { clean: (given) => pool.clean(given), extract: (capture) => pool.extract({ ...capture, rules }) }
}
