import type { UnreadableReason } from '../extraction/extraction.ts'
import type { FetchFailureCode } from '../fetching/fetch-outcome.ts'
import { html } from '../kernel/html.ts'

/** Why an entry has no text of its page, or an older one. Each has a sentence for its reader, here and in docs/errors.md. */
export const FETCH_REASONS = {
  unreachable: 'The site could not be reached, or did not answer in time.',
  too_large: 'The page is too large.',
  too_many_redirects: 'The page sends its visitors in a circle.',
  bad_answer: 'The site sent something that is no page.',
  tls_failed: 'The site could not prove who it is.',
  http_error: 'The site answered that the page is not there or cannot be shown.',
  gone: 'The site says that the page is gone for good.',
  needs_login: 'The site shows this page only to people who have an account and are signed in.',
  login_refused: 'The site refused your login.',
  bot_wall: 'The site asks visitors to prove that they are people, and let nothing else in.',
  unsupported_type: 'What lies there is not a kind of page that can be read here; the link is kept.',
  encrypted: 'The file is locked with a password; the link is kept.',
  broken_file: 'The file is damaged and could not be opened; the link is kept.',
  no_readable_text: 'No readable text was found on the page.',
  less_text: 'The page has far less text now than before.',
  timed_out: 'Reading the page took too long and was stopped.',
  crashed: 'The page was too much for the extractor.',
} as const

export type FetchReason = keyof typeof FETCH_REASONS

/** What a reader can do about it. */
export const NEXT_STEPS: Readonly<Record<FetchReason, string>> = {
  unreachable: 'Open the original to see whether the site answers, and fetch it again later.',
  too_large: 'Read the original; the address is kept.',
  too_many_redirects: 'Open the original in a browser and save the address at which it ends.',
  bad_answer: 'Open the original; if it shows a page, fetch it again later.',
  tls_failed: 'Tell the people of the site that their certificate does not hold, and fetch it again later.',
  http_error: 'Open the original; if the page is there, fetch it again later.',
  gone: 'Look for a copy in a web archive and save its address.',
  needs_login: 'Sign in at the site and save the page from there with the browser extension, which sends what you see.',
  login_refused: 'Look at name and password under “Site logins” in the settings, and fetch it again.',
  bot_wall: 'Open the original and save it from there with the browser extension, which sends what you see.',
  unsupported_type: 'Open the original; the address is kept.',
  encrypted: 'Open the original; whoever has the password can read it there.',
  broken_file: 'Open the original; if it can be read, fetch it again later.',
  no_readable_text: 'Open the original, or save it with the browser extension, which sends what you see.',
  less_text: 'Nothing need be done: what was read before is kept.',
  timed_out: 'Read the original, or tell the operator the address.',
  crashed: 'Read the original, or tell the operator the address.',
}

/** @returns the stored code if it is one that we know, for rows that an older or newer version wrote */
export function knownReason(stored: string | null): FetchReason {
  return stored !== null && Object.hasOwn(FETCH_REASONS, stored) ? (stored as FetchReason) : 'unreachable'
}

/**
 * What is stored of a failure on the way. An address that is refused, a closed port and a silent one read the same, so
 * that nobody can map a network through us.
 */
export function storedReason(code: FetchFailureCode): FetchReason {
  return code === 'refused' || code === 'timed_out' ? 'unreachable' : code
}

/** @param status HTTP status of the page @returns the code that is stored of a page that answered but gave no text */
export function extractionReason(reason: UnreadableReason, status: number): FetchReason {
  return reason === 'http_error' && status === 410 ? 'gone' : reason
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
