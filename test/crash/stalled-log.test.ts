import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { closeSync, constants, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { dataFolder, PROGRAM } from '../cli/run-dogear.ts'
import { freePort } from '../support/ports.ts'
import { waitFor } from './wait-for.ts'

/**
 * Number of requests whose log lines do not all fit into the pipe and the buffer of the process. Each request logs
 * about 155 bytes; the pipe and the buffer together hold about 3,800 lines.
 */
const REQUESTS = 5000
/** Number of requests whose log lines fill the pipe, so that some lines remain in the buffer of the process. */
const MORE_THAN_PIPE = 1000
const CONCURRENCY = 20

interface Stalled {
  readonly base: string
  /** @returns the output that the pipe contains now */
  read(): string
  /** Sends SIGTERM. @returns the exit code */
  stop(): Promise<number | null>
}

/**
 * Starts a server whose standard output and error share one pipe, as with `2>&1 |`. Nothing reads the pipe until the
 * test does.
 */
async function startStalled(t: TestContext): Promise<Stalled> {
  const [folder, port] = [await dataFolder(t), await freePort()]
  const path = join(folder, 'pipe')
  execFileSync('mkfifo', [path])
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  const writer = openSync(path, constants.O_WRONLY)
  const environment = { DOGEAR_DATA_DIR: folder, PORT: String(port), DOGEAR_LOG_LEVEL: 'debug' }
  const child = spawn(process.execPath, [PROGRAM, 'serve'], { env: environment, stdio: ['ignore', writer, writer] })
  closeSync(writer)
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  t.after(async () => {
    child.kill('SIGKILL')
    await ended
    closeSync(reader)
  })
  const stop = () => {
    child.kill('SIGTERM')
    return ended
  }
  return { base: `http://127.0.0.1:${port}`, read: () => readNow(reader), stop }
}

function readNow(descriptor: number): string {
  const buffer = Buffer.alloc(65_536)
  try {
    return buffer.subarray(0, readSync(descriptor, buffer)).toString()
  } catch {
    return ''
  }
}

async function isAlive(base: string): Promise<boolean> {
  return fetch(`${base}/healthz`).then(
    async (answer) => (await answer.text()) === 'ok',
    () => false,
  )
}

/** Sends requests, several at a time, until all are answered. */
async function askOften(base: string, requests: number): Promise<void> {
  let left = requests
  const askOn = async () => {
    while (left-- > 0) assert.ok(await isAlive(base))
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, askOn))
}

test('a log that is not read stops no request, and its reader learns how many lines were dropped', async (t) => {
  const server = await startStalled(t)
  await waitFor('the start', () => isAlive(server.base))
  await askOften(server.base, REQUESTS)
  let text = ''
  await waitFor('the number of dropped lines', () => /"dropped":\d+/.test((text += server.read())))
  const lines = text.split('\n').filter((line) => line.startsWith('{') && line.endsWith('}'))
  const dropped = lines.map((line) => JSON.parse(line) as { dropped?: number; level: number; msg: string })
  const report = dropped.find((line) => line.dropped !== undefined)!
  assert.deepEqual([report.level, report.msg], [40, 'log lines dropped'])
  const written = dropped.filter(({ msg }) => msg === 'request answered').length
  assert.ok(written > 1000 && report.dropped! > 1000, `${written} written, ${report.dropped} dropped`)
  assert.ok(written + report.dropped! >= REQUESTS, 'what was not dropped was written')
})

test('the process stops even if nothing reads its log', async (t) => {
  const server = await startStalled(t)
  await waitFor('the start', () => isAlive(server.base))
  await askOften(server.base, MORE_THAN_PIPE)
  const since = performance.now()
  assert.equal(await server.stop(), 0)
  assert.ok(performance.now() - since < 25_000)
})
