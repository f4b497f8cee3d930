import type { Client } from 'pg'

/** A statement as `query` of pg takes it, apart from objects that send themselves, such as streams. */
interface NamedStatement {
  readonly text: string
  readonly name?: string
}

/**
 * Creates a class of clients for connections through a pooler in transaction mode, which may run each transaction on
 * another connection of the server. So these clients send no named statements, which remain on a connection: the next
 * transaction would not find them, or find that another client has defined them. All users of a pool are covered,
 * libraries too.
 *
 * Poolers refuse settings at the start of a connection. The time limit for statements is therefore sent with each
 * `begin`, for that transaction only and without another round trip.
 * @param Base `Client` of pg
 */
export function pooledClient(Base: typeof Client, statementTimeoutMs: number): typeof Client {
  const begin = `begin; set local statement_timeout = ${statementTimeoutMs}`
  class PooledClient extends Base {
    // The overloads of `query` in the types of pg cannot be repeated, so the parameters are passed on unchecked.
    override query(...parameters: readonly unknown[]): never {
      const [statement, ...rest] = parameters
      const send = super.query as (...given: readonly unknown[]) => never
      if (!isNamedStatement(statement)) return send.call(this, ...parameters)
      const { name: _name, ...unnamed } = statement
      return send.call(this, statement.text === 'begin' ? begin : unnamed, ...rest)
    }
  }
  return PooledClient
}

function isNamedStatement(statement: unknown): statement is NamedStatement {
  return typeof statement === 'object' && statement !== null && 'text' in statement && !('submit' in statement)
}
