import type { UnreadableReason } from '@dogear/extractor/service'
import type { FetchFailureCode } from '../../fetching/fetch-outcome.ts'
import { html } from '../../kernel/html.ts'

/**
 * The reasons why an entry has no text or only an older one, each with a sentence for the reader. docs/errors.md
 * contains the same sentences.
 */
export const FETCH_REASONS = {
  unreachable: 'The site could not be reached, or did not answer in time.',
  unknown_name: 'There is no site with this name.',
  connection_failed: 'The site refused or dropped the connection.',
  no_answer: 'The site did not answer in time.',
  too_large: 'The page is too large.',
  too_many_redirects: 'The page redirects too many times.',
  bad_answer: 'The site’s answer was incomplete or unreadable.',
  tls_failed: 'The site’s security certificate isn’t valid.',
  forbidden: 'The site refused access to the page.',
  not_found: 'The site has no page at this address.',
  server_error: 'The site had an internal error.',
  http_error: 'The site returned an error instead of the page.',
  gone: 'The site reports that the page was permanently removed.',
  needs_login: 'The site shows this page only to signed-in members.',
  login_refused: 'The site rejected your login.',
  bot_wall: 'The site blocks automated visitors.',
  consent_wall: 'The site shows this page only after a choice about cookies.',
  unsupported_type: 'This file type isn’t supported.',
  encrypted: 'The file is password-protected.',
  broken_file: 'The file is damaged and couldn’t be opened.',
  no_readable_text: 'No readable text was found on the page.',
  excerpt: 'This looks like the free part of a paid article.',
  less_text: 'The page now has far less text than before.',
  uploaded: 'This text comes from an uploaded file, and the file itself isn’t stored.',
  timed_out: 'Processing the page took too long and was stopped.',
  crashed: 'The page is too complex to process.',
} as const

export type FetchReason = keyof typeof FETCH_REASONS

/** Advice to the reader after a failure. */
export const NEXT_STEPS: Readonly<Record<FetchReason, string>> = {
  unreachable: 'Check that the original opens, then fetch the page again later.',
  unknown_name: 'Check the address for typos.',
  connection_failed: 'Check that the original opens, then fetch the page again later.',
  no_answer: 'Fetch the page again later.',
  too_large: 'Read the original instead. The link is saved.',
  too_many_redirects: 'Open the original in your browser and save the final address.',
  bad_answer: 'If the page opens in your browser, try fetching it again later.',
  tls_failed: 'Fetch the page again later. If the problem persists, report it to the site.',
  forbidden:
    'If the original opens in your browser, save it with the browser extension Wallabagger, which can send the page as you see it.',
  not_found: 'Check the address, or look for a copy in a web archive.',
  server_error: 'Fetch the page again later.',
  http_error: 'If the page opens in your browser, try fetching it again later.',
  gone: 'Look for a copy in a web archive and save that address.',
  needs_login:
    'Sign in to the site and save the page with the browser extension Wallabagger, which can send the page as you see it.',
  login_refused: 'Check the username and password under “Site logins” in Settings, then fetch the page again.',
  bot_wall:
    'Open the original and save it with the browser extension Wallabagger, which can send the page as you see it.',
  consent_wall:
    'Open the original, make your choice, and save it with the browser extension Wallabagger, which can send the page as you see it.',
  unsupported_type: 'Open the original instead. The link is saved.',
  encrypted: 'Open the original and enter the file’s password there.',
  broken_file: 'If the page opens in your browser, try fetching it again later.',
  no_readable_text:
    'Open the original, or save it with the browser extension Wallabagger, which can send the page as you see it.',
  excerpt:
    'Add your login for the site, or save the page with the browser extension Wallabagger, which can send the page as you see it.',
  less_text: 'No action needed: the earlier text is kept.',
  uploaded: 'No action needed: the text is kept.',
  timed_out: 'Read the original instead. The link is saved.',
  crashed: 'Read the original instead. The link is saved.',
}

/** @returns the stored code, or `unreachable` for a code that only another version of Dogear knows */
export function knownReason(stored: string | null): FetchReason {
  return stored !== null && Object.hasOwn(FETCH_REASONS, stored) ? (stored as FetchReason) : 'unreachable'
}

/**
 * @returns the reason to store for a network failure. A forbidden address, a closed port and a port that never answers
 *   all get the same reason, so that users cannot map a private network through the service.
 */
export function storedReason(code: FetchFailureCode): FetchReason {
  return code === 'refused' || code === 'timed_out' ? 'unreachable' : code
}

const REASON_OF_STATUS: ReadonlyMap<number, FetchReason> = new Map([
  [403, 'forbidden'],
  [404, 'not_found'],
  [410, 'gone'],
])

/**
 * @param status HTTP status of the page
 * @returns the reason to store for a page without readable text
 */
export function extractionReason(reason: UnreadableReason, status: number): FetchReason {
  if (reason !== 'http_error') return reason
  if (status >= 500) return 'server_error'
  return REASON_OF_STATUS.get(status) ?? 'http_error'
}

/** Status codes after which a later attempt may succeed (RFC 9110; 425: RFC 8470; 429: RFC 6585). */
const TRANSIENT_STATUS = new Set([408, 425, 429, 500, 502, 503, 504])

const TRANSIENT_CODES: ReadonlySet<string> = new Set([
  'unreachable',
  'unknown_name',
  'connection_failed',
  'no_answer',
  'timed_out',
])

/**
 * @param status HTTP status of the page; undefined if the server did not respond
 * @returns true if a later attempt may succeed
 */
export function isTransient(code: FetchFailureCode | UnreadableReason, status: number | undefined): boolean {
  if (code === 'http_error') return status !== undefined && TRANSIENT_STATUS.has(status)
  return status === undefined && TRANSIENT_CODES.has(code)
}

/**
 * @returns the content of an entry after a failed fetch: one sentence, and the summary from the page if there is one
 */
export function failureContent(reason: FetchReason, summary: string | undefined): string {
  return html`<p>${FETCH_REASONS[reason]}</p>${summary !== undefined && summary !== '' && html`<p>${summary}</p>`}`.toString()
}

/** A fetch failure, as logged for the operator. `detail` is never stored. */
export interface FetchFailureReport {
  readonly requestId: string
  readonly userId: number
  readonly entryId: number
  readonly reason: FetchReason
  readonly detail: string
}
