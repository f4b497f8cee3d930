import { fileURLToPath } from 'node:url'
import { startPostgres, type RunningPostgres } from './postgres.ts'

let server: RunningPostgres | undefined

/**
 * Starts the one PostgreSQL server that all test files of a run share. Each file is a process of its own, and what one has
 * compiled the next need not: that takes a quarter of the time of a run.
 */
export async function globalSetup(): Promise<void> {
  process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('../../node_modules/.cache/tests', import.meta.url))
  if (process.env['TEST_POSTGRES_URL'] || process.env['TEST_DIALECTS'] === 'sqlite') return
  server = await startPostgres()
  process.env['TEST_POSTGRES_URL'] = server.url
}

export async function globalTeardown(): Promise<void> {
  await server?.stop()
}
