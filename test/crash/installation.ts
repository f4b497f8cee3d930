import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { Dialect } from '../../src/db/database.ts'
import { emptyDatabaseUrl } from '../support/database.ts'
import { freePort } from '../support/ports.ts'
import type { Environment } from './dogear-process.ts'

/** The settings with which a test starts the processes of one installation repeatedly. */
export interface Installation {
  readonly dialect: Dialect
  /** address of the first node; its port is the same after each restart */
  readonly base: string
  readonly environment: Environment
  /** URL of the database */
  readonly databaseUrl: string
}

/**
 * Runs clean-up steps in reverse order, unlike `t.after`: a database may only be dropped after its processes have
 * ended.
 */
export class LastInFirstOut {
  readonly #steps: (() => unknown)[] = []

  constructor(t: Pick<TestContext, 'after'>) {
    t.after(async () => {
      for (const step of this.#steps.toReversed()) await step()
    })
  }

  after(step?: unknown): void {
    if (typeof step === 'function') this.#steps.push(step as () => unknown)
  }
}

/** @returns an installation with an empty database, a data folder and a free port; the test deletes them at its end */
export async function makeInstallation(
  t: LastInFirstOut,
  dialect: Dialect,
  settings: Environment = {},
): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), 'dogear-crash-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const databaseUrl = dialect === 'sqlite' ? `sqlite:${join(folder, 'dogear.db')}` : await emptyDatabaseUrl(t, dialect)
  const port = await freePort()
  const environment = {
    PORT: String(port),
    DOGEAR_DATA_DIR: folder,
    DOGEAR_FETCH_ALLOW: '127.0.0.1',
    DOGEAR_RATE_LIMITS: 'off',
    DOGEAR_EXTRACTION_WORKERS: '1',
    DOGEAR_LOG_LEVEL: 'warn',
    ...(dialect === 'postgres' && { DATABASE_URL: databaseUrl }),
    ...settings,
  }
  return { dialect, base: `http://127.0.0.1:${port}`, environment, databaseUrl }
}
