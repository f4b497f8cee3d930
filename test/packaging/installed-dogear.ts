import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { TestContext } from 'node:test'
import type { RunResult } from '../cli/run-dogear.ts'
import type { Account } from '../crash/api-client.ts'

/** An installation of Dogear outside the repository: an unpacked archive or a container. */
export interface InstalledDogear {
  /** start of every command line: the launcher of the archive, or a program that enters the container */
  readonly launcher: readonly [program: string, ...args: string[]]
  /** all environment variables */
  readonly environment: Readonly<Record<string, string>>
  /** true if Dogear is a child process of the launcher, as with `unshare --fork` */
  readonly isForked?: boolean
}

interface RunningDogear {
  /** @returns the output and the log so far */
  output(): string
  /** Sends SIGTERM to Dogear, not to its launcher. @returns its exit code, and the milliseconds until it ended */
  stop(): Promise<{ readonly code: number | null; readonly ms: number }>
}

/** Time limit for one command in milliseconds. */
const TIMEOUT_MS = 60_000

/** Runs a command and waits for its end. */
export function runInstalled(dogear: InstalledDogear, args: readonly string[], input = ''): Promise<RunResult> {
  const [program, ...words] = dogear.launcher
  const child = spawn(program, [...words, ...args], { env: dogear.environment, timeout: TIMEOUT_MS })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (piece) => (stdout += String(piece)))
  child.stderr.on('data', (piece) => (stderr += String(piece)))
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, stdout, stderr }))
  })
}

/** Starts `serve` or `worker` and waits until it is ready. If it still runs when the test ends, it is killed. */
export function startInstalled(t: TestContext, dogear: InstalledDogear, command = 'serve'): Promise<RunningDogear> {
  const [program, ...words] = dogear.launcher
  const child = spawn(program, [...words, command], { env: dogear.environment, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  t.after(() => {
    child.kill('SIGKILL')
    return ended
  })
  let output = ''
  const stop = async () => {
    const since = performance.now()
    process.kill(dogear.isForked ? onlyChild(child.pid!) : child.pid!, 'SIGTERM')
    const code = await ended
    return { code, ms: Math.round(performance.now() - since) }
  }
  return new Promise((resolve, reject) => {
    const take = (piece: Buffer): void => {
      output += piece.toString()
      if (/^Dogear (?:is listening|worker is running)/m.test(output)) resolve({ output: () => output, stop })
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    child.once('error', reject)
    void ended.then((code) => reject(new Error(`${command} ended with ${code}: ${output}`)))
  })
}

/** @returns the id of the only child of a process (Linux, proc(5)) */
function onlyChild(processId: number): number {
  const children = readFileSync(`/proc/${processId}/task/${processId}/children`, 'utf8').trim().split(' ')
  assert.equal(children.length, 1, `children of ${processId}: ${children}`)
  return Number(children[0])
}

/** Adds an account and an API client with commands of the installation. */
export async function makeInstalledAccount(dogear: InstalledDogear): Promise<Account> {
  const [username, password] = ['alice', 'ink on paper, twice']
  const added = await runInstalled(dogear, ['user', 'add', username, '--admin', '--password-stdin'], `${password}\n`)
  assert.equal(added.code, 0, added.stderr)
  const call = ['client', 'create', '--user', username, '--name', 'packaging', '--format', 'json']
  const made = await runInstalled(dogear, call)
  assert.equal(made.code, 0, made.stderr)
  const { client_id, client_secret } = JSON.parse(made.stdout) as { client_id: string; client_secret: string }
  return { username, password, clientId: client_id, clientSecret: client_secret }
}
