import type { SourcedRules } from '@dogear/extractor/service'
import type { ExtractionPool } from '../../extraction/extraction-pool.ts'

type ExtractAndClean = Pick<ExtractionPool, 'extract' | 'clean'>

/** @returns a wrapper of the pool that extracts every page with the given site rules */
export function withSiteRules(pool: ExtractAndClean, rules: SourcedRules | undefined): ExtractAndClean {
  if (rules === undefined) return pool
  return { clean: (given) => pool.clean(given), extract: (capture) => pool.extract({ ...capture, rules }) }
}
