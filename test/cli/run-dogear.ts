import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { TestContext } from 'node:test'
import type { CommandIo } from '../../src/cli/command-io.ts'
import { runCli } from '../../src/cli.ts'

export const PROGRAM = join(import.meta.dirname, '../../bin/dogear.js')

interface CallOptions {
  readonly environment?: Readonly<Record<string, string>>
  /** content of the standard input; empty if absent */
  readonly input?: string | Uint8Array
}

export interface RunOptions extends CallOptions {
  /** path of the Node that runs the program; by default the Node that runs the tests */
  readonly node?: string
  /** command-line options for Node */
  readonly nodeOptions?: readonly string[]
}

export interface RunResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/**
 * Runs the program in its own process, without the environment variables of the test. The process is killed after 30 s.
 */
export function runDogear(args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  const { environment = {}, input = '', node = process.execPath, nodeOptions = [] } = options
  const child = spawn(node, [...nodeOptions, PROGRAM, ...args], { env: { ...environment }, timeout: 60_000 })
  const [stdout, stderr] = [collect(child.stdout), collect(child.stderr)]
  // Writing fails if the program ends before it has read all of its input.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, stdout: stdout(), stderr: stderr() }))
  })
}

/** Runs a command in this process, which takes a tenth of the time of `runDogear`. */
export async function callDogear(args: readonly string[], options: CallOptions = {}): Promise<RunResult> {
  const { environment = {}, input = '' } = options
  const [stdout, stderr]: [string[], string[]] = [[], []]
  const io: CommandIo = {
    environment,
    input: Readable.from([Buffer.from(input)]),
    print: (line) => stdout.push(`${line}\n`),
    printError: (line) => stderr.push(`${line}\n`),
    isTerminal: false,
  }
  const code = await runCli(args, io)
  return { code, stdout: stdout.join(''), stderr: stderr.join('') }
}

function collect(stream: NodeJS.ReadableStream): () => string {
  const pieces: Buffer[] = []
  stream.on('data', (piece: Buffer) => pieces.push(piece))
  return () => Buffer.concat(pieces).toString()
}

/** @returns a data folder that is removed after the test */
export async function dataFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dogear-cli-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

type Environment = Readonly<Record<string, string>>

/** Runs a command that must succeed. @returns its standard output */
export async function outputOf(environment: Environment, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await callDogear(args, { environment })
  assert.equal(code, 0, stderr)
  return stdout
}

/** @returns the reason for which a command is refused */
export async function refusalOf(environment: Environment, ...args: string[]): Promise<string> {
  const { code, stderr } = await callDogear(args, { environment })
  assert.equal(code, 1, stderr)
  return stderr
}
