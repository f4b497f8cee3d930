import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'

export interface ProcessPlan {
  readonly program: string
  readonly arguments: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  /** file to which its output is appended */
  readonly log: string
  /** false for a program that refuses to run as root; it then runs as `nobody` */
  readonly mayBeRoot: boolean
}

const NOBODY = 65_534

/** @returns the user that runs the programs that refuse root; undefined unless this process is root's */
export function unprivileged(): { readonly uid: number; readonly gid: number } | undefined {
  return process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : undefined
}

/** A program of the cluster, which can be killed, frozen and started again. */
export class ClusterProcess {
  #plan: ProcessPlan
  #child: ChildProcess | undefined
  #ended: Promise<unknown> = Promise.resolve()

  constructor(plan: ProcessPlan) {
    this.#plan = plan
  }

  start(plan: ProcessPlan = this.#plan): void {
    this.#plan = plan
    mkdirSync(dirname(plan.log), { recursive: true })
    const log = openSync(plan.log, 'a')
    const child = spawn(plan.program, plan.arguments, {
      env: { PATH: process.env['PATH'], ...plan.environment },
      stdio: ['ignore', log, log],
      ...(plan.mayBeRoot ? {} : unprivileged()),
    })
    closeSync(log)
    child.on('error', () => undefined)
    this.#child = child
    this.#ended = new Promise((resolve) => child.once('exit', resolve))
  }

  /** Sends a signal. Resolves when the process has ended, or at once for `SIGSTOP` and `SIGCONT`. */
  async signal(name: NodeJS.Signals): Promise<void> {
    this.#child?.kill(name)
    if (name !== 'SIGSTOP' && name !== 'SIGCONT') await this.#ended
  }

  /** @returns the resident memory of the process and its descendants in megabytes, and their processor time in seconds */
  usage(): { readonly megabytes: number; readonly seconds: number } {
    const pid = this.#child?.pid
    if (pid === undefined || this.#child?.exitCode !== null) return { megabytes: 0, seconds: 0 }
    const text = execFileSync('ps', ['-o', 'rss=,cputimes=', '-p', String(pid)], { encoding: 'utf8' })
    const [kilobytes = 0, seconds = 0] = text.trim().split(/\s+/).map(Number)
    return { megabytes: Math.round(kilobytes / 1024), seconds }
  }
}
