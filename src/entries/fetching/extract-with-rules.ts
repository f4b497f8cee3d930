import type { SourcedRules } from '@dogear/extractor/service'
import type { ExtractionPool } from '../../extraction/extraction-pool.ts'

type Extracting = Pick<ExtractionPool, 'extract' | 'clean'>

/** @returns a wrapper of the pool that extracts every page with the given site rules */
export function extractingWithRules(pool: Extracting, rules: SourcedRules | undefined): Extracting {
  if (rules === undefined) return pool
  return { clean: (given) => pool.clean(given), extract: (capture) => pool.extract({ ...capture, rules }) }
}
