import { AppError } from '../../kernel/errors.ts'

/**
 * PostgreSQL, appendix A: class 08 (connection exception), 53300 (too many connections), 57P01 to 57P05 (the server
 * stops, crashed, starts, or ended the session). The rest are codes of Node's sockets and resolver.
 */
const LOST = /^(?:08|53300|57P0)|^(?:ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/

/** What pg says without a code of its own. */
const LOST_IN_WORDS =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout)/
const NO_CONNECTION_IN_TIME = 'timeout exceeded when trying to connect'

/** @returns whether the connection to PostgreSQL was lost or refused: what was asked may be asked again soon */
export function isConnectionLost(error: unknown): boolean {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown }
  if (typeof code === 'string' && LOST.test(code)) return true
  return code === undefined && typeof message === 'string' && LOST_IN_WORDS.test(message)
}

/** @returns the refusal `unavailable` in place of an error that says PostgreSQL is away, any other error as it is */
export function asUnavailable(error: unknown): unknown {
  const isFull = error instanceof Error && error.message === NO_CONNECTION_IN_TIME
  if (!isFull && !isConnectionLost(error)) return error
  return new AppError('unavailable', 'the database does not answer', { cause: error })
}
