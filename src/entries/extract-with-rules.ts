import type { Extraction } from '../extraction/extraction.ts'
import type { ExtractionPool } from '../extraction/extraction-pool.ts'
import type { SourcedRules } from '../extraction/site-rules/site-rules.ts'

type Extracting = Pick<ExtractionPool, 'extract' | 'clean'>

/**
 * @param rules given along with each page
 * @returns the pool, with the rules of a site given along. Where they take too long, the page is read without them
 */
export function extractingWithRules(pool: Extracting, rules: SourcedRules | undefined): Extracting {
  if (rules === undefined) return pool
  return {
    clean: (given) => pool.clean(given),
    extract: async (capture) => {
      // The pool takes the bytes over.
      const spare = { ...capture, body: capture.body.slice() }
      const ruled = await pool.extract({ ...capture, rules })
      return isTooMuch(ruled) ? withNote(await pool.extract(spare), rules.source) : ruled
    },
  }
}

function isTooMuch(extraction: Extraction): boolean {
  return extraction.kind === 'unreadable' && (extraction.reason === 'timed_out' || extraction.reason === 'crashed')
}

function withNote(extraction: Extraction, source: string): Extraction {
  const note = `rules of ${source} took too long, so they were not used`
  return { ...extraction, steps: [...extraction.steps, { name: 'site rules', note }] }
}
