import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { Dialect } from '../../src/db/database.ts'
import { emptyDatabaseUrl } from '../support/database.ts'

const PROGRAM = join(import.meta.dirname, '../../bin/dogear.js')

/** Dogear, running in its own process. */
interface RunningServer {
  /** the address that it logs */
  readonly address: string
  /** the URL, including the code, of the page that creates the first account */
  readonly setupAddress: string
  /** @returns all output and log lines so far */
  output(): string
  /** Sends SIGTERM. @returns the exit code */
  stop(): Promise<number | null>
}

/** Starts `serve` on a free port with a new data folder. The server is stopped at the end of the test at the latest. */
export async function runServer(
  t: TestContext,
  dialect: Dialect,
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningServer> {
  const folder = await mkdtemp(join(tmpdir(), 'dogear-serve-'))
  const undo: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true })]
  t.after(async () => {
    for (const step of undo.toReversed()) await step()
  })
  const url = await emptyDatabaseUrl({ after: (step: unknown) => void undo.push(step as () => unknown) }, dialect)
  const database: Record<string, string> = dialect === 'sqlite' ? {} : { DATABASE_URL: url }
  const env = { PORT: '0', DOGEAR_DATA_DIR: folder, ...database, ...environment }
  const child = spawn(process.execPath, [PROGRAM, 'serve'], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const stop = () => {
    child.kill('SIGTERM')
    return ended
  }
  undo.push(stop)
  let output = ''
  const printed = new Promise<string>((resolve, reject) => {
    const take = (piece: Buffer): void => {
      output += piece.toString()
      if (/setup\?code=\S+\s/.test(output)) resolve(output)
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    void ended.then((code) => reject(new Error(`serve ended with ${code}: ${output}`)))
  })
  const text = await printed
  return {
    address: /listening on (http:\/\/\S+)/.exec(text)![1]!,
    setupAddress: /http:\/\/\S+\/setup\?code=\S+/.exec(text)![0],
    output: () => output,
    stop,
  }
}
