import { AppError } from '../../kernel/errors.ts'

/**
 * PostgreSQL, appendix A: class 08 (connection exception), 53300 (too many connections), 57P01 to 57P05 (the server is
 * stopping, crashed, is starting, or ended the session). The rest are codes of Node's sockets and resolver.
 */
const LOST = /^(?:08|53300|57P0)|^(?:ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/

/** Messages of pg errors that have no code. */
const LOST_IN_WORDS =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout)/
const NO_CONNECTION_IN_TIME = 'timeout exceeded when trying to connect'

/** @returns whether the connection to PostgreSQL was lost or refused, so that the statement may be repeated soon */
export function isConnectionLost(error: unknown): boolean {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown }
  if (typeof code === 'string' && LOST.test(code)) return true
  return code === undefined && typeof message === 'string' && LOST_IN_WORDS.test(message)
}

/** @returns the refusal `unavailable` for an error that means PostgreSQL is unreachable, any other error unchanged */
export function asUnavailable(error: unknown): unknown {
  const isFull = error instanceof Error && error.message === NO_CONNECTION_IN_TIME
  if (!isFull && !isConnectionLost(error)) return error
  return new AppError('unavailable', 'the database does not answer', { cause: error })
}
