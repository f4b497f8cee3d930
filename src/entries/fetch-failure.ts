import type { UnreadableReason } from '../extraction/extraction.ts'
import type { FetchFailureCode } from '../fetching/fetch-outcome.ts'
import { html } from '../kernel/html.ts'

/** Why an entry has no text of its page. Each has a sentence for its reader, here and in docs/errors.md. */
export const FETCH_REASONS = {
  unreachable: 'The site could not be reached, or did not answer in time.',
  too_large: 'The page is too large.',
  too_many_redirects: 'The page sends its visitors in a circle.',
  bad_answer: 'The site sent something that is no page.',
  tls_failed: 'The site could not prove who it is.',
  http_error: 'The site answered that the page is not there or cannot be shown.',
  unsupported_type: 'What lies there is not a kind of page that can be read here; the link is kept.',
  no_readable_text: 'No readable text was found on the page.',
  crashed: 'The page was too much for the extractor.',
} as const

export type FetchReason = keyof typeof FETCH_REASONS

/**
 * What is stored of a failure on the way. An address that is refused, a closed port and a silent one read the same, so
 * that nobody can map a network through us.
 */
export function storedReason(code: FetchFailureCode | UnreadableReason): FetchReason {
  return code === 'refused' || code === 'timed_out' ? 'unreachable' : code
}

/** RFC 9110: the server asks to come back later, or had a fault of its own. */
const PASSING_STATUS = new Set([408, 425, 429, 500, 502, 503, 504])

/**
 * @param status HTTP status of the page, if it answered at all
 * @returns whether the failure may be gone a little later
 */
export function isPassing(code: FetchFailureCode | UnreadableReason, status: number | undefined): boolean {
  if (code === 'http_error') return status !== undefined && PASSING_STATUS.has(status)
  return status === undefined && (code === 'unreachable' || code === 'timed_out')
}

/** @returns the content of an entry whose page could not be had: one sentence, and what the page says of itself */
export function failureContent(reason: FetchReason, summary: string | undefined): string {
  return html`<p>${FETCH_REASONS[reason]}</p>${summary !== undefined && summary !== '' && html`<p>${summary}</p>`}`.toString()
}

/** A failure in the words for operators, which are never stored. */
export interface FetchFailureReport {
  readonly requestId: string
  readonly userId: number
  readonly entryId: number
  readonly reason: FetchReason
  readonly detail: string
}
