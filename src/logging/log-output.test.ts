import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, readFileSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { LogOutput } from './log-output.ts'

const reported = (count: number) => `dropped ${count}\n`

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'dogear-log-'))
  t.after(() => rmSync(path, { recursive: true }))
  return path
}

interface Pipe {
  readonly output: LogOutput
  /** @returns the text that has been written to the pipe since the last call */
  read(): string
}

/** Opens a pipe whose content is not read until the test reads it. */
function openPipe(t: TestContext): Pipe {
  const path = join(folder(t), 'pipe')
  execFileSync('mkfifo', [path])
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  const writer = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK)
  t.after(() => [reader, writer].forEach((descriptor) => closeSync(descriptor)))
  const read = (): string => {
    const buffer = Buffer.alloc(1_000_000)
    try {
      return buffer.subarray(0, readSync(reader, buffer)).toString()
    } catch {
      return ''
    }
  }
  return { output: new LogOutput(writer, reported), read }
}

async function readUntil(pipe: Pipe, pattern: RegExp): Promise<string> {
  const end = performance.now() + 30_000
  let text = ''
  while (!pattern.test(text) && performance.now() < end) {
    text += pipe.read()
    await pause(5)
  }
  return text
}

test('lines arrive in order and unchanged', async (t) => {
  const pipe = openPipe(t)
  const lines = Array.from({ length: 2000 }, (_, index) => `line ${index} ë\n`)
  for (const line of lines) pipe.output.write(line)
  assert.equal(await readUntil(pipe, /line 1999 ë\n/), lines.join(''))
})

test('lines that do not fit into the buffer are dropped, counted, and reported later', async (t) => {
  const pipe = openPipe(t)
  const line = `${'x'.repeat(199)}\n`
  for (let count = 0; count < 10_000; count++) pipe.output.write(line)
  await pause(200)
  const text = await readUntil(pipe, /dropped \d+\n/)
  const [before, dropped] = [text.split(line).length - 1, Number(/dropped (\d+)\n/.exec(text)![1])]
  assert.ok(before * line.length >= 500_000 && dropped > 0, `${before} lines, ${dropped} dropped`)
  assert.equal(before + dropped, 10_000)
  pipe.output.write('after\n')
  assert.match(await readUntil(pipe, /after\n/), /^after\n$/)
})

test('flushed lines are written before the call returns, and a stalled reader delays it by a second at most', (t) => {
  const path = join(folder(t), 'log')
  const output = new LogOutput(openSync(path, 'w'), reported)
  output.write('handed to a thread\n')
  for (let count = 0; count < 100; count++) output.write(`line ${count}\n`)
  output.flushSync()
  assert.match(readFileSync(path, 'utf8'), /line 0\n(?:line \d+\n)+line 99\n/)
  const { output: stalled } = openPipe(t)
  for (let count = 0; count < 1000; count++) stalled.write(`${'x'.repeat(199)}\n`)
  const since = performance.now()
  stalled.flushSync()
  assert.ok(performance.now() - since < 20_000)
})

test('a full disk or a closed reader does not stop the process', { skip: process.platform !== 'linux' }, async (t) => {
  const full = new LogOutput(openSync('/dev/full', 'w'), reported)
  const path = join(folder(t), 'pipe')
  execFileSync('mkfifo', [path])
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  const closed = new LogOutput(openSync(path, constants.O_WRONLY | constants.O_NONBLOCK), reported)
  closeSync(reader)
  const since = performance.now()
  for (const output of [full, closed]) {
    for (let count = 0; count < 10_000; count++) output.write(`${'x'.repeat(199)}\n`)
    await pause(50)
    output.write('for no reader\n')
    output.flushSync()
  }
  assert.ok(performance.now() - since < 5000)
})

test('a fatal line is out before the process is killed', async () => {
  const program = `
    const { openLog } = await import(${JSON.stringify(new URL('log.ts', import.meta.url).href)})
    const log = openLog({ DOGEAR_LOG_LEVEL: 'info' })
    log.fatal('the last words')
    process.kill(process.pid, 'SIGKILL')`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let text = ''
  child.stderr.on('data', (piece) => (text += String(piece)))
  await new Promise((resolve) => child.once('close', resolve))
  assert.match(text, /"level":60,.*the last words/)
})
