import { startPostgres, type RunningPostgres } from './postgres.ts'

let server: RunningPostgres | undefined

/** Starts the one PostgreSQL server that all test files of a run share. */
export async function globalSetup(): Promise<void> {
  if (process.env['TEST_POSTGRES_URL'] || process.env['TEST_DIALECTS'] === 'sqlite') return
  server = await startPostgres()
  process.env['TEST_POSTGRES_URL'] = server.url
}

export async function globalTeardown(): Promise<void> {
  await server?.stop()
}
