import type { CleanedContent, GivenContent } from '@dogear/extractor/service'
import { AppError } from '../../kernel/errors.ts'
import type { BrokenRow, Candidate } from './row-batch.ts'
import { reasonText } from '../import-failure-reasons.ts'

export type Clean = (given: GivenContent) => Promise<CleanedContent>

/** A candidate with its sanitised content, if the file contained any. */
export interface CleanCandidate extends Candidate {
  readonly cleaned: CleanedContent | undefined
}

/**
 * Maximum number of contents that one import sanitises at the same time. The number is low, because page fetches, for
 * which users wait, need the same threads.
 */
const MAX_CONCURRENT_CONTENTS = 2

/**
 * Sanitises the contents of new rows.
 * @returns the valid rows, and separately the rows with unreadable content
 * @throws AppError `unavailable` if the queue of the sanitiser is full
 */
export async function sanitiseRows(
  clean: Clean,
  candidates: readonly Candidate[],
): Promise<{ readonly good: readonly CleanCandidate[]; readonly broken: readonly BrokenRow[] }> {
  const waiting = candidates.entries()
  const results: (CleanCandidate | BrokenRow)[] = []
  const work = async () => {
    for (const [index, candidate] of waiting) results[index] = await cleanContent(clean, candidate)
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENT_CONTENTS }, work))
  return {
    good: results.filter((result) => 'row' in result),
    broken: results.filter((result) => 'reason' in result),
  }
}

async function cleanContent(clean: Clean, candidate: Candidate): Promise<CleanCandidate | BrokenRow> {
  const { content, url } = candidate.row
  if (content === undefined) return { ...candidate, cleaned: undefined }
  try {
    return { ...candidate, cleaned: await clean({ html: content, url }) }
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'unavailable') throw error
    return { number: candidate.number, reason: reasonText('contentUnreadable', { detail: error.message }) }
  }
}
