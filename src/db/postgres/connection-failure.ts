import { AppError } from '../../kernel/errors.ts'

/**
 * Matches the codes of a lost or refused connection. From PostgreSQL, appendix A: class 08 (connection exception),
 * 53300 (too many connections), 57P01 to 57P05 (the server is stopping, crashed, is starting, or ended the session).
 * Codes that start with `E` are from Node's sockets and resolver.
 */
const LOST_CODE = /^(?:08|53300|57P0)|^(?:ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/

/** Matches messages of pg about a lost connection. These errors have no code. */
const LOST_MESSAGE =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout)/
const NO_CONNECTION_IN_TIME = 'timeout exceeded when trying to connect'

/** @returns true if the connection to PostgreSQL was lost or refused. The statement may then be retried soon. */
export function isConnectionLost(error: unknown): boolean {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown }
  if (typeof code === 'string' && LOST_CODE.test(code)) return true
  return code === undefined && typeof message === 'string' && LOST_MESSAGE.test(message)
}

/** Code of a full disk (PostgreSQL, appendix A). */
const DISK_FULL = '53100'
/** Code of a write on a standby, to which a former primary may have turned (PostgreSQL, appendix A). */
const READ_ONLY = '25006'
/** The class of errors for which the server lacks resources, such as disk or memory (PostgreSQL, appendix A). */
const INSUFFICIENT_RESOURCES = '53'

/**
 * @returns an AppError `unavailable` if the error means that PostgreSQL is unreachable or lacks resources; otherwise the
 *   error itself
 */
export function asUnavailable(error: unknown): unknown {
  const { code } = error as { readonly code?: unknown }
  if (code === DISK_FULL) return new AppError('unavailable', 'the disk is full', { cause: error })
  if (code === READ_ONLY) return new AppError('unavailable', 'the database is read-only', { cause: error })
  const isFull = error instanceof Error && error.message === NO_CONNECTION_IN_TIME
  if (isFull || isConnectionLost(error)) {
    return new AppError('unavailable', 'the database does not answer', { cause: error })
  }
  const isExhausted = typeof code === 'string' && code.length === 5 && code.startsWith(INSUFFICIENT_RESOURCES)
  if (!isExhausted) return error
  return new AppError('unavailable', 'the database server lacks resources', { cause: error })
}
