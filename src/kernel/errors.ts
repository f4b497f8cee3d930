/** Codes of the errors that a request can cause, with their HTTP status. See docs/errors.md. */
export const ERROR_CODES = {
  invalid_input: 400,
  not_found: 404,
  request_timeout: 408,
  forbidden: 403,
  over_quota: 403,
  conflict: 409,
  too_large: 413,
  key_reused: 422,
  too_many_requests: 429,
  unavailable: 503,
} as const

type ErrorCode = keyof typeof ERROR_CODES

interface AppErrorOptions {
  readonly details?: Readonly<Record<string, unknown>>
  readonly cause?: unknown
}

/** An expected error, such as invalid input. Any other thrown error is a bug or a failure of the system. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly details: Readonly<Record<string, unknown>>

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause })
    this.code = code
    this.details = options.details ?? {}
  }
}

/** @returns true if a service that was needed did not respond, such as the database */
export function isUnavailable(error: unknown): boolean {
  return error instanceof AppError && error.code === 'unavailable'
}

/**
 * @param what the kind of record, such as `entry`
 * @returns the error for a missing record. It is also used for a record of another user, so that the response does not
 *   reveal that it exists.
 */
export function notFound(what: string): AppError {
  return new AppError('not_found', `no such ${what}`)
}
