import type { Pool, PoolClient } from 'pg'
import { isConnectionLost } from '../../db/postgres/connection-failure.ts'

type Query = { readonly name?: string; readonly text?: string } | string

interface StatementRequest {
  readonly text: Query
  readonly values: unknown[] | undefined
  readonly onLost: (error: Error) => void
}

/**
 * Wraps the connection pool for graphile-worker, and changes the effect of its statements. Statements that complete or
 * fail a job are skipped, because postgres-result-recorder.ts has already recorded the result. A failed claim returns
 * no job, and the next poll repeats it. Any other error is replaced by one without a code, because for some codes,
 * graphile-worker would wait for minutes before it claims again or stops.
 */
export function graphilePool(pool: Pool, onTrouble: (message: string, error: unknown) => void): Pool {
  const query = async (ask: () => Promise<PoolClient>, { text, values, onLost }: StatementRequest) => {
    const name = typeof text === 'object' ? (text.name ?? '') : ''
    if (/^(?:complete|fail)_job/.test(name)) return NO_ROWS
    try {
      return await (await ask()).query(text as string, values)
    } catch (error) {
      onTrouble('statement of the queue failed', error)
      if (isConnectionLost(error)) onLost(error as Error)
      if (name.startsWith('get_job')) return NO_ROWS
      throw new Error('statement of the queue failed', { cause: error })
    }
  }
  const connect = (listener?: Parameters<Pool['connect']>[0]) => {
    if (listener) return pool.connect(listener)
    let client: Promise<PoolClient> | undefined
    let lost: Error | undefined
    const ask = () => (client ??= pool.connect())
    const onLost = (error: Error) => void (lost ??= error)
    return Promise.resolve({
      query: (text: Query, values?: unknown[]) => query(ask, { text, values, onLost }),
      release: async () => (await client?.catch(() => undefined))?.release(lost),
    })
  }
  return Object.create(pool, { connect: { value: connect } }) as Pool
}

const NO_ROWS = { rows: [], rowCount: 0 }
