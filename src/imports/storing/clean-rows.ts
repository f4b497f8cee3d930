import type { CleanedContent, GivenContent } from '@dogear/extractor/service'
import { AppError } from '../../kernel/errors.ts'
import type { BrokenRow, Candidate } from './row-batch.ts'

export type Clean = (given: GivenContent) => Promise<CleanedContent>

/** A candidate with sanitised content, if it has any. */
export interface CleanCandidate extends Candidate {
  readonly cleaned: CleanedContent | undefined
}

/** Maximum number of contents in the sanitiser, so that page fetches that a user waits for get their turn. */
const AT_ONCE = 2

/**
 * Sanitises the contents of new rows.
 * @returns the valid rows, and those with unreadable content
 * @throws AppError `unavailable` when the queue of the sanitiser is full
 */
export async function cleanRows(
  clean: Clean,
  candidates: readonly Candidate[],
): Promise<{ readonly good: readonly CleanCandidate[]; readonly broken: readonly BrokenRow[] }> {
  const waiting = candidates.entries()
  const results: (CleanCandidate | BrokenRow)[] = []
  const work = async () => {
    for (const [index, candidate] of waiting) results[index] = await cleanOne(clean, candidate)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return {
    good: results.filter((result) => 'row' in result),
    broken: results.filter((result) => 'reason' in result),
  }
}

async function cleanOne(clean: Clean, candidate: Candidate): Promise<CleanCandidate | BrokenRow> {
  const { content, url } = candidate.row
  if (content === undefined) return { ...candidate, cleaned: undefined }
  try {
    return { ...candidate, cleaned: await clean({ html: content, url }) }
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'unavailable') throw error
    return { number: candidate.number, reason: `The content can’t be imported: ${error.message}.` }
  }
}
