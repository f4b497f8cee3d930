import type { Client } from 'pg'
import { newClient } from './new-client.ts'

/** Maximum time in milliseconds for one statement of the test. */
const TIMEOUT_MS = 5_000
/** Number of attempts. On a busy pooler, another client may have used the connection of the server in between. */
const ATTEMPTS = 3

/**
 * Tests whether a pooler runs the transactions of a client on different connections of the server. No statement asks
 * for that on every pooler (`show version` is answered only by the administration console of PgBouncer), so the test
 * compares process ids. PostgreSQL sends its process id when a connection begins, and poolers send a number of their own
 * (PostgreSQL documentation, "Message Formats", BackendKeyData). Only if they differ, a second client begins a
 * transaction: a pooler in session mode leaves the first client its connection, and one in transaction mode gives it to
 * the second client, or a different one to the first.
 * @param client a connected client outside of a transaction
 * @param url its address
 */
export async function isInTransactionPooling(client: Client, url: string): Promise<boolean> {
  const own = await processId(client)
  const { processID: announced } = client as unknown as { readonly processID: number | null }
  if (own === announced) return false
  const other = await newClient({ connectionString: url, query_timeout: TIMEOUT_MS })
  await other.connect()
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) if (await sharesConnections(client, other)) return true
    return false
  } finally {
    await other.end()
  }
}

async function sharesConnections(client: Client, other: Client): Promise<boolean> {
  const first = await processId(client)
  await other.query('begin')
  const held = await processId(other)
  // If the other client holds the only connection of the pooler, the first one would wait for it forever.
  const isShared = held === first || (await processId(client)) !== first
  await other.query('rollback')
  return isShared
}

async function processId(client: Client): Promise<number> {
  const { rows } = await client.query<{ id: number }>('select pg_backend_pid() as id')
  return rows[0]!.id
}
