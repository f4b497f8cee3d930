import type { FetchFailed, FetchFailureCode } from './fetch-outcome.ts'

const DETAIL_LENGTH = 500
const UNREACHED = 'The page could not be fetched.'

/**
 * Messages for users. Most causes have the same message, so that users cannot find out which hosts of a private network
 * exist. Only pages that are too large or redirect too many times have messages of their own.
 */
const MESSAGES: Readonly<Record<FetchFailureCode, string>> = {
  refused: UNREACHED,
  unreachable: UNREACHED,
  unknown_name: UNREACHED,
  connection_failed: UNREACHED,
  no_answer: UNREACHED,
  timed_out: UNREACHED,
  bad_answer: UNREACHED,
  tls_failed: UNREACHED,
  too_large: 'The page is larger than this service accepts.',
  too_many_redirects: 'The page redirects too many times.',
}

/** The error that ends a fetch. The fetcher turns it into an outcome, so its callers never see it. */
export class FetchFailure extends Error {
  override readonly name = 'FetchFailure'
  readonly code: FetchFailureCode

  constructor(code: FetchFailureCode, detail: string, cause?: unknown) {
    super(detail, { cause })
    this.code = code
  }
}

/**
 * @returns the error itself if it is a FetchFailure; otherwise a FetchFailure with this code and the message of the
 *   error
 */
export function asFailure(error: unknown, code: FetchFailureCode): FetchFailure {
  return error instanceof FetchFailure ? error : new FetchFailure(code, describe(error), error)
}

/** @returns the outcome for a fetch that ended with this failure */
export function failedOutcome({ code, message }: FetchFailure): FetchFailed {
  const detail = message.toWellFormed().slice(0, DETAIL_LENGTH)
  return { kind: 'failed', code, message: MESSAGES[code], detail }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? `${String(error.code)}: ` : ''
  return code + (error.message || error.name)
}
