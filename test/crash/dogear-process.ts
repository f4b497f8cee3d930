import { spawn } from 'node:child_process'
import type { TestContext } from 'node:test'
import { PROGRAM } from '../cli/run-dogear.ts'

export type Environment = Readonly<Record<string, string>>

/** How a process ended: by its own exit code, or by a signal. */
interface Ending {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  /** time of the end, from `performance.now()` */
  readonly at: number
}

/** Dogear, running in its own process. */
export interface DogearProcess {
  readonly pid: number
  /** resolves when the process listens or runs jobs; rejects if it ends earlier */
  readonly ready: Promise<void>
  readonly ended: Promise<Ending>
  /** @returns all output and log lines so far */
  output(): string
  /** Sends a signal. @returns how the process ended */
  kill(signal: 'SIGTERM' | 'SIGKILL'): Promise<Ending>
}

/**
 * Starts `serve` or `worker`, without the environment variables of the test. The process is killed when the test ends.
 */
export function startDogear(
  t: Pick<TestContext, 'after'>,
  command: string | readonly string[],
  environment: Environment,
): DogearProcess {
  const child = spawn(process.execPath, [PROGRAM, ...[command].flat()], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<Ending>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal, at: performance.now() }))
  })
  const kill = (signal: 'SIGTERM' | 'SIGKILL') => {
    child.kill(signal)
    return ended
  }
  t.after(() => kill('SIGKILL'))
  let output = ''
  const ready = new Promise<void>((resolve, reject) => {
    const take = (piece: Buffer) => {
      output += piece.toString()
      if (/^Dogear (?:is listening|worker is running)/m.test(output)) resolve()
    }
    child.stdout.on('data', take)
    child.stderr.on('data', take)
    void ended.then(({ code, signal }) => reject(new Error(`${command} ended (${code ?? signal}): ${output}`)))
  })
  // A test that kills the process during its start does not await `ready`. The rejection must not count as unhandled.
  ready.catch(() => undefined)
  return { pid: child.pid!, ready, ended, output: () => output, kill }
}
