import { isConnectionLost } from './connection-failure.ts'
import { postgresServer, type PostgresServer } from '../database-url.ts'

/** A server, and the setting with its address. */
interface Place extends PostgresServer {
  readonly setting: string
}

/**
 * Sentences with a problem and its remedy, by SQLSTATE code (PostgreSQL, appendix A) or code of Node's sockets and
 * resolver.
 */
const SENTENCES: readonly (readonly [RegExp, (place: Place) => string])[] = [
  [
    /^ECONNREFUSED$/,
    ({ server, setting }) => `PostgreSQL at ${server} refuses connections: start it, or correct ${setting}`,
  ],
  [/^(?:ENOTFOUND|EAI_AGAIN)$/, ({ server, setting }) => `the host name in ${server} is unknown: correct ${setting}`],
  [
    /^(?:ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/,
    ({ server }) =>
      `PostgreSQL at ${server} does not answer: check that it is running and that no firewall blocks the connection`,
  ],
  [
    /^ENOENT$/,
    ({ server, setting }) => `there is no PostgreSQL socket at ${server}: start PostgreSQL, or correct ${setting}`,
  ],
  [
    /^28/,
    ({ server, user, setting }) =>
      `PostgreSQL at ${server} refuses the user ${user}: correct name and password in ${setting}`,
  ],
  [
    /^3D000$/,
    ({ server, name, setting }) => `PostgreSQL at ${server} has no database ${name}: create it, or correct ${setting}`,
  ],
  [
    /^42501$/,
    ({ user, name }) =>
      `the user ${user} is not allowed to create tables in the database ${name}: make the user its owner`,
  ],
  [
    /^25006$/,
    ({ server, name, setting }) =>
      `the database ${name} at ${server} is read-only: ${setting} must lead to the primary`,
  ],
  [
    /^53300$/,
    ({ server }) => `PostgreSQL at ${server} accepts no more connections: raise max_connections, or stop other clients`,
  ],
  [/^53100$/, ({ server }) => `the disk of PostgreSQL at ${server} is full: free some space, then start again`],
  [/^57P03$/, ({ server }) => `PostgreSQL at ${server} is starting or stopping: try again in a moment`],
  [
    /^ERR_INVALID_URL$/,
    ({ setting }) => `${setting} is not a valid address: special characters in a password must be percent-encoded`,
  ],
  [
    /^(?:ERR_TLS|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO|CERT_)/,
    ({ server, setting }) =>
      `the certificate of PostgreSQL at ${server} is not valid: correct it, or sslmode in ${setting}`,
  ],
]

/** Codes for errors of pg that have no code. The start of the message identifies the error. */
const CODES_BY_MESSAGE: readonly (readonly [RegExp, string])[] = [
  [/^SASL: .*password/, '28P01'],
  [/^(?:timeout expired|timeout exceeded when trying to connect)/, 'ETIMEDOUT'],
]

/**
 * @param address address of the database, and its setting. It contains the password, so the result does not quote it.
 * @param error an error that `pg` threw
 * @returns a sentence with the problem and its remedy; undefined for an error that does not concern the connection
 */
export function postgresFailure(
  { url, setting = 'DATABASE_URL' }: { readonly url: string; readonly setting?: string },
  error: unknown,
): string | undefined {
  const { code, message } = error as NodeJS.ErrnoException
  const known = typeof code === 'string' ? code : CODES_BY_MESSAGE.find(([pattern]) => pattern.test(message))?.[1]
  const sentence = known === undefined ? undefined : SENTENCES.find(([pattern]) => pattern.test(known))?.[1]
  const place = { ...postgresServer(url), setting }
  // Connections of a pool set a time limit when they begin. With a direct address for the rest, they do not.
  if (message.startsWith('unsupported startup parameter'))
    return `the connection pooler at ${place.server} refuses settings of connections: set DATABASE_DIRECT_URL (${message})`
  if (sentence) return withReason(sentence(place), code, message)
  if (/does not support SSL/.test(message))
    return `PostgreSQL at ${place.server} offers no TLS: remove sslmode from ${setting}`
  return isConnectionLost(error) ? `PostgreSQL at ${place.server} ended the connection: ${message}` : undefined
}

/**
 * Appends the server's own message, such as `no pg_hba.conf entry for host …`, to a sentence. Messages of Node are not
 * appended, because they add nothing.
 */
function withReason(sentence: string, code: string | undefined, message: string): string {
  return code !== undefined && /^[0-9A-Z]{5}$/.test(code) && /\d/.test(code) ? `${sentence} (${message})` : sentence
}
