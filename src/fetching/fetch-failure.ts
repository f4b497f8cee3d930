import type { FetchFailed, FetchFailureCode } from './fetch-outcome.ts'

const DETAIL_LENGTH = 500
const UNREACHED = 'The page could not be fetched.'

/**
 * Messages for users. All failures to reach a target have the same message, so that users cannot map a private network
 * by it.
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

/** The error that ends a fetch. The fetcher converts it to an outcome, so it is never thrown to callers. */
export class FetchFailure extends Error {
  override readonly name = 'FetchFailure'
  readonly code: FetchFailureCode

  constructor(code: FetchFailureCode, detail: string, cause?: unknown) {
    super(detail, { cause })
    this.code = code
  }
}

/**
 * @returns the error itself if it is a FetchFailure; else a FetchFailure with the given code and the error's message
 */
export function asFailure(error: unknown, code: FetchFailureCode): FetchFailure {
  return error instanceof FetchFailure ? error : new FetchFailure(code, describe(error), error)
}

/** @returns the outcome of a fetch that failed */
export function failedOutcome({ code, message }: FetchFailure): FetchFailed {
  const detail = message.toWellFormed().slice(0, DETAIL_LENGTH)
  return { kind: 'failed', code, message: MESSAGES[code], detail }
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? `${String(error.code)}: ` : ''
  return code + (error.message || error.name)
}
