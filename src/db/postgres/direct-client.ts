import type { Client } from 'pg'
import { AppError } from '../../kernel/errors.ts'
import { directAddress, type PostgresLocation } from '../database-url.ts'
import { newClient } from './new-client.ts'
import { isInTransactionPooling } from './transaction-pooling.ts'

/**
 * Connects for work that keeps state between its transactions, such as a lock or a search path. The caller must end the
 * client.
 * @throws AppError `unavailable` if the address leads through a pooler in transaction mode
 */
export async function connectDirectly(location: PostgresLocation, applicationName: string): Promise<Client> {
  const { url, setting } = directAddress(location)
  const client = await newClient({ connectionString: url, application_name: applicationName })
  await client.connect()
  try {
    if (await isInTransactionPooling(client, url)) throw new AppError('unavailable', REFUSALS[setting])
    return client
  } catch (error) {
    await client.end()
    throw error
  }
}

const REFUSALS = {
  DATABASE_URL:
    'DATABASE_URL leads through a connection pooler in transaction mode: set DATABASE_DIRECT_URL to the address of ' +
    'PostgreSQL itself (docs/scaling.md)',
  DATABASE_DIRECT_URL:
    'DATABASE_DIRECT_URL leads through a connection pooler in transaction mode: it must be the address of PostgreSQL ' +
    'itself (docs/scaling.md)',
} as const
