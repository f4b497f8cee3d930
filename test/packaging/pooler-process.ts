import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { waitFor } from '../crash/wait-for.ts'
import { freePort } from '../support/ports.ts'

/** A running PgBouncer in front of the server of the test run. */
export interface RunningPooler {
  /** @returns the address of a database through the pooler */
  through(databaseUrl: string): string
}

/** @returns the path of PgBouncer, or undefined if it is not installed */
export function poolerProgram(): string | undefined {
  const find = 'command -v "${PGBOUNCER:-pgbouncer}" || command -v /usr/sbin/pgbouncer'
  try {
    return execFileSync('sh', ['-c', find], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return undefined
  }
}

/**
 * Starts PgBouncer in front of all databases of a server. It is stopped after the test.
 * @param options settings of the section `pgbouncer`, and of the databases in `database`
 */
export async function startPooler(
  t: Pick<TestContext, 'after'>,
  serverUrl: string,
  { database = '', ...options }: Readonly<Record<string, string>>,
): Promise<RunningPooler> {
  const { hostname, port: serverPort, username, password } = new URL(serverUrl)
  const [folder, port] = [mkdtempSync(join(tmpdir(), 'dogear-pooler-')), await freePort()]
  // PgBouncer refuses to run as root.
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: 'transaction',
    ...(process.getuid?.() === 0 && { user: 'nobody' }),
    ...options,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  const server = `host=${hostname} port=${serverPort} user=${username} password=${password}`
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(file, `[databases]\n* = ${server} ${database}\n[pgbouncer]\n${lines.join('\n')}\n`)
  chmodSync(folder, 0o755)
  const pooler = spawn(poolerProgram()!, [file], { stdio: ['ignore', 'ignore', 'pipe'] })
  let log = ''
  pooler.stderr.on('data', (part: Buffer) => (log += part.toString()))
  t.after(() => {
    pooler.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  const isListening = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false))
      socket.unref().once('connect', () => socket.destroy())
    })
  await waitFor('PgBouncer', async () => {
    if (pooler.exitCode !== null) throw new Error(log)
    return isListening()
  })
  return {
    through: (databaseUrl) => {
      const url = new URL(databaseUrl)
      url.port = String(port)
      return url.href
    },
  }
}
