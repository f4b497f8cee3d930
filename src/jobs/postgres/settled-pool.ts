import type { Pool, PoolClient } from 'pg'
import { isConnectionLost } from '../../db/postgres/connection-failure.ts'

type Query = { readonly name?: string; readonly text?: string } | string

interface Asked {
  readonly text: Query
  readonly values: unknown[] | undefined
  readonly onLost: (error: Error) => void
}

/**
 * The pool as graphile-worker sees it. Jobs are settled before it hears that they have ended (postgres-settle.ts), so
 * its own statement, which asks neither whose the job is nor whether the database answers, is left out. A claim that
 * fails finds no job, and is tried again at the next poll. Its other failures lose their code, because graphile-worker
 * would wait up to minutes on some of them, and hold up the other claims and the stop.
 */
export function settledPool(pool: Pool, onTrouble: (message: string, error: unknown) => void): Pool {
  const query = async (ask: () => Promise<PoolClient>, { text, values, onLost }: Asked) => {
    const name = typeof text === 'object' ? (text.name ?? '') : ''
    if (/^(?:complete|fail)_job/.test(name)) return NOTHING
    try {
      return await (await ask()).query(text as string, values)
    } catch (error) {
      onTrouble('statement of the queue failed', error)
      if (isConnectionLost(error)) onLost(error as Error)
      if (name.startsWith('get_job')) return NOTHING
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

const NOTHING = { rows: [], rowCount: 0 }
