import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { before, suite, test, type TestContext } from 'node:test'
import { HAS_OWN_MOUNTS, withOwnMounts } from '../support/own-mounts.ts'
import { dataFolder } from './run-dogear.ts'

const ROOT = join(import.meta.dirname, '../..')
const COPIED = ['bin', 'client', 'packaging', 'public', 'src', 'packages', 'package.json', 'package-lock.json', 'built']
/** A module that `dogear --version` runs. */
const SOURCE = 'src/kernel/package-version.ts'

const NOT_COPIED = /\.test\.ts$|\/golden$|\/training$|\/bench$|\/built\/server$/

/** @returns the folder of a copy of the program, without a bundle. It is deleted with all files of the test run. */
function copyProgram(): string {
  const folder = mkdtempSync(join(tmpdir(), 'dogear-program-'))
  for (const name of COPIED.filter((name) => existsSync(join(ROOT, name)))) {
    cpSync(join(ROOT, name), join(folder, name), { recursive: true, filter: (path) => !NOT_COPIED.test(path) })
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

interface StartOptions {
  readonly environment?: Readonly<Record<string, string>>
  /** start of the command line; empty if absent */
  readonly launcher?: readonly string[]
}

function start(program: string, args: readonly string[], options: StartOptions = {}): ChildProcess {
  const { environment = {}, launcher = [] } = options
  const [command, ...rest] = [...launcher, process.execPath, join(program, 'bin/dogear.js'), ...args]
  return spawn(command!, rest, { env: { PATH: process.env['PATH'], ...environment } })
}

/** @returns the complete output of a command */
async function run(program: string, ...args: readonly string[]): Promise<string> {
  const { stdout, stderr } = start(program, args)
  return (await Promise.all([text(stdout!), text(stderr!)])).join('')
}

/**
 * Starts the service only for its help, which bundles the program like any start.
 * @returns the error output, and after it the help
 */
async function help(program: string, launcher: readonly string[]): Promise<string> {
  const { stdout, stderr } = start(program, ['serve', '--help'], { launcher })
  return (await Promise.all([text(stderr!), text(stdout!)])).join('')
}

/** Starts a server and waits until it listens. @returns a function that stops it and returns its exit code and output */
async function serve(t: TestContext, program: string): Promise<() => Promise<string>> {
  const environment = { PORT: '0', DOGEAR_DATA_DIR: await dataFolder(t) }
  const child = start(program, ['serve'], { environment })
  t.after(() => child.kill('SIGKILL'))
  const ended = new Promise((resolve) => child.once('exit', resolve))
  let output = ''
  await new Promise<void>((resolve, reject) => {
    const take = (piece: Buffer): void => {
      output += String(piece)
      if (output.includes('listening on')) resolve()
    }
    child.stdout!.on('data', take)
    child.stderr!.on('data', take)
    void ended.then((code) => reject(new Error(`serve ended with ${String(code)}: ${output}`)))
  })
  return async () => {
    child.kill('SIGTERM')
    return `${String(await ended)} ${output}`
  }
}

interface Manifest {
  readonly folder: string
  readonly inputs: readonly { readonly path: string; readonly stamp?: string }[]
}

const manifestOf = (program: string): Manifest =>
  JSON.parse(readFileSync(join(program, 'built/server/current.json'), 'utf8')) as Manifest

/** Makes the current bundle print a word when it is loaded, as a sign that it is used. */
function mark(program: string, file: 'service' | 'command', word: string): void {
  const path = join(program, 'built/server', manifestOf(program).folder, `${file}.cjs`)
  writeFileSync(path, `process.stderr.write('${word}\\n');${readFileSync(path, 'utf8')}`)
}

const foldersOf = (program: string): string[] =>
  readdirSync(join(program, 'built/server'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)

suite('a program in a writable folder', () => {
  let program: string
  before(() => {
    program = copyProgram()
  })

  test('bundles at its first start; later starts and commands run the bundle', async (t) => {
    assert.doesNotMatch(await run(program, '--version'), /bundled/, 'commands do not bundle')
    assert.ok(!existsSync(join(program, 'built/server')))
    assert.match(await (await serve(t, program))(), /^0 /)
    mark(program, 'service', 'service is bundled')
    mark(program, 'command', 'command is bundled')
    assert.match(await (await serve(t, program))(), /^0 service is bundled/)
    assert.match(await run(program, '--version'), /command is bundled/)
  })

  test('checks the time of each source, and the content if the time differs', async () => {
    writeFileSync(join(program, SOURCE), readFileSync(join(program, SOURCE)))
    assert.match(await run(program, '--version'), /command is bundled/)
    const { inputs } = manifestOf(program)
    assert.ok(inputs.length > 1000 && inputs.every(({ path }) => !path.includes('node_modules/')))
    assert.ok(inputs.filter(({ stamp }) => stamp === undefined).length <= 1, 'stamps of old files are kept')
  })

  test('runs the sources if the list of sources is damaged, or the bundle is missing', async () => {
    const path = join(program, 'built/server/current.json')
    const content = readFileSync(path, 'utf8')
    writeFileSync(path, content.slice(0, 1000))
    assert.match(await run(program, '--version'), /^\d+\.\d+\.\d+\n$/)
    writeFileSync(path, content)
    const folder = join(program, 'built/server', manifestOf(program).folder)
    renameSync(folder, `${folder}.away`)
    assert.match(await run(program, '--version'), /^\d+\.\d+\.\d+\n$/)
    renameSync(`${folder}.away`, folder)
  })

  test('runs a changed source, even if its size is the same', async () => {
    const path = join(program, SOURCE)
    const source = readFileSync(path, 'utf8')
    for (const version of ['1st', '2nd']) {
      writeFileSync(path, source.replace(/return .*/, `return '${version}'`))
      assert.equal(await run(program, '--version'), `${version}\n`)
    }
    writeFileSync(path, source)
    assert.match(await run(program, '--version'), /command is bundled/)
  })

  test('bundles a changed source at the next start; stacks of errors name its file and line', async (t) => {
    const path = join(program, SOURCE)
    const failing = readFileSync(path, 'utf8').replace(/return .*/, 'return fail()')
    writeFileSync(path, `${failing}\n\nfunction fail(): never {\n  throw new Error('failed on purpose')\n}\n`)
    const line =
      readFileSync(path, 'utf8')
        .split('\n')
        .findIndex((text) => text.includes('on purpose')) + 1
    const stack = new RegExp(
      `failed on purpose\n    at fail \\(.*${SOURCE}:${line}:\\d+\\)\n.*packageVersion .*${SOURCE}:6:`,
    )
    await assert.rejects(serve(t, program), stack, 'the service')
    assert.equal(foldersOf(program).length, 2)
    mark(program, 'command', 'command is bundled again')
    const output = await run(program, '--version')
    assert.match(output, /command is bundled again/)
    assert.match(output, stack, 'a command')
  })

  test('starts from the sources if they cannot be bundled, and says why', async (t) => {
    const path = join(program, SOURCE)
    writeFileSync(path, readFileSync(path, 'utf8').replace(/return .*/, "return '3rd'"))
    const bundler = join(program, 'packaging/build-server.ts')
    writeFileSync(bundler, "process.stderr.write('no bundler today')\nprocess.exitCode = 1\n")
    assert.match(await (await serve(t, program))(), /^0 dogear: the sources could not be bundled.*: no bundler today\n/)
  })

  test('does not bundle if too little memory is free', async () => {
    const fake = join(program, 'little-memory.cjs')
    writeFileSync(fake, 'process.availableMemory = () => 500_000_000')
    const output = await help(program, ['env', `NODE_OPTIONS=--require=${fake}`])
    assert.match(output, /^dogear: bundling the sources needs 1\.2 GB of free memory.*\nUsage: dogear serve/)
  })

  test('does not bundle if its folder is read-only', { skip: !HAS_OWN_MOUNTS }, async () => {
    const readOnly = `mount --bind '${program}' '${program}'; mount -o remount,bind,ro '${program}'`
    assert.match(await help(program, withOwnMounts(readOnly)), /^Usage: dogear serve/)
  })
})

test('two first starts at once, and one that is killed while it bundles, leave one complete bundle', async (t) => {
  const program = copyProgram()
  const killed = start(program, ['serve'], { environment: { PORT: '0', DOGEAR_DATA_DIR: await dataFolder(t) } })
  while (!existsSync(join(program, 'built/server'))) await new Promise((resolve) => setTimeout(resolve, 5))
  killed.kill('SIGKILL')
  const stops = await Promise.all([serve(t, program), serve(t, program)])
  for (const stop of stops) assert.match(await stop(), /^0 /)
  const { folder } = manifestOf(program)
  assert.ok(foldersOf(program).includes(folder))
  mark(program, 'command', 'command is bundled')
  assert.match(await run(program, '--version'), /command is bundled/)
})
