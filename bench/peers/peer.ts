import { spawn } from 'node:child_process'
import type { HttpClient, Question } from '../side-by-side/http-client.ts'

/** A running service with one user, as the comparison of services needs it. */
export interface Peer {
  readonly name: string
  readonly pid: number
  readonly client: HttpClient
  /** a list of 30 entries without their texts, by the interface for programs */
  readonly list: Question
  /** a search for a word that every article contains, by the same interface, without the texts */
  readonly search: Question
  /** the first page of unread entries in the web app */
  readonly webList: Question
  /** Saves a page, and waits until the service says that it is done. @returns the id of the entry */
  save(url: string): Promise<string>
  /** @returns the request that sets or removes a flag of an entry */
  change(id: string, isSet: boolean): Question
  stop(): Promise<void>
}

/** Starts a service. @param prefix words before its command, of a program that starts it */
export type StartPeer = (prefix: readonly string[]) => Promise<Peer>

export const PASSWORD = 'a password for benchmarks'
/** Pages that are saved at the same time, each over a connection of its own. */
export const LANES = 4
export const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

interface Command {
  readonly program: string
  readonly args: readonly string[]
  readonly folder: string
  readonly environment?: Readonly<Record<string, string>>
}

/** Runs a command to its end. @returns its output. @throws Error with what it wrote to standard error if it fails */
export function run({ program, args, folder, environment }: Command, input = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: folder, env: { ...process.env, ...environment } })
    const [output, errors]: [Buffer[], Buffer[]] = [[], []]
    child.stdout.on('data', (chunk: Buffer) => output.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => errors.push(chunk))
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve(Buffer.concat(output).toString()) : reject(new Error(Buffer.concat(errors).toString())),
    )
    child.stdin.end(input)
  })
}

interface Started {
  readonly pid: number
  stop(): Promise<void>
}

/**
 * Starts a server, and waits until it answers.
 *
 * @param prefix words before the command, of a program that starts it
 */
export async function startServer(command: Command, url: string, prefix: readonly string[]): Promise<Started> {
  const [program, ...words] = [...prefix, command.program, ...command.args]
  const child = spawn(program!, words, {
    cwd: command.folder,
    env: { ...process.env, ...command.environment },
    stdio: 'ignore',
  })
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error(`${command.program} ended with exit code ${child.exitCode}`)
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const stop = () =>
    new Promise<void>((resolve) => {
      child.once('exit', () => resolve())
      child.kill('SIGTERM')
    })
  return { pid: child.pid!, stop }
}

async function answers(url: string): Promise<boolean> {
  const answer = await fetch(url).catch(() => undefined)
  await answer?.body?.cancel()
  return answer !== undefined && answer.status < 500
}

/** @returns the cookies that a response sets, as a request sends them */
export function cookiesOf(headers: Readonly<Record<string, string | string[] | undefined>>): string {
  return [headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}
