import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { ClusterProcess, type ProcessPlan } from './cluster-process.ts'

const ROOT = join(import.meta.dirname, '../..')

/** An instance of Dogear: a web server, or a worker that runs jobs. */
export interface DogearNode {
  readonly name: string
  readonly process: ClusterProcess
  /** Starts it, from another folder if given. Resolves when it is ready. */
  start(program?: string): Promise<void>
}

/**
 * Copies an earlier state of the repository, which shares the installed packages.
 * @param ref name of a commit, such as a tag
 * @returns the folder of the program
 */
export function checkOut(ref: string, folder: string): string {
  const target = join(folder, 'earlier')
  mkdirSync(target)
  const archive = execFileSync('git', ['archive', ref], { cwd: ROOT, maxBuffer: 1024 ** 3 })
  execFileSync('tar', ['-x', '-C', target], { input: archive })
  symlinkSync(join(ROOT, 'node_modules'), join(target, 'node_modules'))
  return target
}

/** @returns the folder of this program */
export const currentProgram = (): string => ROOT

interface NodePlan {
  readonly name: string
  readonly command: 'serve' | 'worker'
  readonly environment: Readonly<Record<string, string>>
  readonly folder: string
}

/** @param program folder of the program that it runs first */
export function dogearNode(program: string, { name, command, environment, folder }: NodePlan): DogearNode {
  const log = join(folder, `logs/${name}.log`)
  const plan = (from: string): ProcessPlan => ({
    program: process.execPath,
    arguments: [join(from, 'bin/dogear.js'), command],
    environment,
    log,
    mayBeRoot: true,
  })
  const node = new ClusterProcess(plan(program))
  let from = program
  return {
    name,
    process: node,
    start: async (other = from) => {
      from = other
      const before = countReady(log)
      node.start(plan(from))
      const until = performance.now() + 120_000
      while (countReady(log) === before) {
        if (performance.now() > until) throw new Error(`${name} does not start: ${log}`)
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    },
  }
}

/** @returns how often the process has written that it is ready */
function countReady(log: string): number {
  try {
    return readFileSync(log, 'utf8').match(/^Dogear (?:is listening|worker is running)/gm)?.length ?? 0
  } catch {
    return 0
  }
}
