/** Every refusal that a caller can cause, with the HTTP status of its response. See docs/errors.md. */
export const ERROR_CODES = {
  invalid_input: 400,
  not_found: 404,
  forbidden: 403,
  conflict: 409,
  too_large: 413,
  key_reused: 422,
  too_many_requests: 429,
  unavailable: 503,
} as const

export type ErrorCode = keyof typeof ERROR_CODES

export interface AppErrorOptions {
  readonly details?: Readonly<Record<string, unknown>>
  readonly cause?: unknown
}

/** An expected failure. Any other thrown error is a bug or a broken machine. */
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

/** @returns the refusal for a record that is missing or belongs to another user; the response is the same for both */
export function notFound(what: string): AppError {
  return new AppError('not_found', `no such ${what}`)
}
