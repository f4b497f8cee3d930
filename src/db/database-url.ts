import { resolve } from 'node:path'
import { AppError } from '../kernel/errors.ts'

export type DatabaseLocation = { readonly dialect: 'sqlite'; readonly path: string } | PostgresLocation

export interface PostgresLocation {
  readonly dialect: 'postgres'
  readonly url: string
  /** address of the server itself; given if `url` may lead through a connection pooler in transaction mode */
  readonly directUrl?: string
  /** address of a standby of the server, for reading */
  readonly readUrl?: string
}

/** @returns the address for connections that keep state between transactions, and the setting that it is from */
export function directAddress({ url, directUrl }: PostgresLocation) {
  return directUrl === undefined
    ? ({ url, setting: 'DATABASE_URL' } as const)
    : ({ url: directUrl, setting: 'DATABASE_DIRECT_URL' } as const)
}

/** @returns a description of the database for messages. It contains neither user nor password. */
export function describeLocation(location: DatabaseLocation): string {
  if (location.dialect === 'sqlite') return `SQLite, ${resolve(location.path)}`
  const { server, name } = postgresServer(location.url)
  const direct = location.directUrl === undefined ? '' : `; directly at ${postgresServer(location.directUrl).server}`
  return `PostgreSQL, database ${name} at ${server}${direct}`
}

/** The parts of a PostgreSQL address without credentials, for messages. `server` consists of host and port. */
export interface PostgresServer {
  readonly server: string
  readonly name: string
  readonly user: string
}

/** @returns the parts of an address without credentials. PostgreSQL's defaults replace missing parts. */
export function postgresServer(address: string): PostgresServer {
  const { searchParams, hostname, port, username, pathname } = URL.parse(address) ?? new URL('postgres://localhost')
  const user = decoded(username) || 'postgres'
  const server = `${searchParams.get('host') || hostname || 'localhost'}:${port || '5432'}`
  return { server, user, name: decoded(pathname.slice(1)) || user }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * @param text `postgres://…`, `postgresql://…`, `sqlite:<path>` or `file:<path>`
 * @throws AppError `invalid_input` for any other text
 */
export function parseDatabaseUrl(text: string): DatabaseLocation {
  if (/^postgres(?:ql)?:\/\//.test(text)) return { dialect: 'postgres', url: text }
  const path = /^(?:sqlite|file):(?:\/\/(?=\/))?(.+)$/.exec(text)?.[1]
  if (path !== undefined) return { dialect: 'sqlite', path }
  throw new AppError('invalid_input', 'a database address begins with postgres:// or sqlite:')
}
