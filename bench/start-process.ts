import { spawn, type ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

export interface RunningProcess {
  readonly pid: number
  /** milliseconds from the start of the process to its first response */
  readonly startedInMs: number
  stop(): Promise<void>
}

const { scripts } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')) as {
  readonly scripts: { readonly start: string }
}
/** Node options of `npm start`. Benchmarks use them to measure the usual configuration. */
export const START_OPTIONS: readonly string[] = scripts.start.split(' ').filter((word) => word.startsWith('--'))

/** Environment variables of `npm start`. */
export const START_ENVIRONMENT: Readonly<Record<string, string>> = Object.fromEntries(
  scripts.start
    .split(' ')
    .filter((word) => /^[A-Z_]+=/.test(word))
    .map((word) => word.split('=', 2) as [string, string]),
)

interface ProcessOptions {
  /** words before the command, of a program that starts it */
  readonly prefix?: readonly string[]
  /** options for Node itself */
  readonly nodeOptions?: readonly string[]
  /** folder of the checkout; this one by default */
  readonly folder?: string
  /** path of the script below the checkout, followed by its arguments */
  readonly script: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  /** address that is requested until the response has the status 200, which shows that the process is ready */
  readonly url: string
}

/** Starts a script with the current Node executable, and waits until it responds. */
export async function startProcess({
  folder = ROOT,
  script,
  prefix = [],
  nodeOptions = [],
  environment,
  url,
}: ProcessOptions): Promise<RunningProcess> {
  const [file, ...rest] = script
  const path = join(folder, file!)
  const startedAt = performance.now()
  const [program, ...words] = [...prefix, process.execPath, ...nodeOptions, path, ...rest]
  const child = spawn(program!, words, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  await untilAnswer(url, child)
  return { pid: child.pid!, startedInMs: performance.now() - startedAt, stop: () => stop(child) }
}

async function untilAnswer(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 20_000; tries++) {
    if (child.exitCode !== null) throw new Error(`the server ended with exit code ${child.exitCode}`)
    if (await answers(url)) return
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  throw new Error(`no answer from ${url}`)
}

function answers(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const call = request(url, { agent: false }, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    })
    call.on('error', () => resolve(false)).end()
  })
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
}

/** @returns the resident memory of a process in megabytes, as reported by the kernel */
export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024
}

/** @returns the processor time of a process and its threads in seconds, as reported by the kernel */
export async function cpuSeconds(pid: number): Promise<number> {
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]!.split(' ')
  // utime and stime are the 14th and 15th fields (proc(5)). The unit is a hundredth of a second.
  return (Number(fields[11]) + Number(fields[12])) / 100
}
