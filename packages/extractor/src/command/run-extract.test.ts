import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test, type TestContext } from 'node:test'
import { MAX_INPUT_BYTES } from './read-input.ts'
import { runExtract } from './run-extract.ts'

const prose = '<p>The tide comes in, and it goes out again, every day of the <a href="/year">year</a>.</p>'.repeat(10)
const page = `<title>Tides</title><article><h1>Tides</h1>${prose}</article>`

interface Run {
  readonly code: number
  readonly out: string
  readonly err: string
}

async function run(args: readonly string[], input: string | Iterable<Uint8Array> = page): Promise<Run> {
  const [out, err]: [string[], string[]] = [[], []]
  const stdin = typeof input === 'string' ? Readable.from([Buffer.from(input)]) : Readable.from(input)
  const code = await runExtract(args, {
    stdin,
    stdout: { write: (text) => out.push(text) },
    stderr: { write: (text) => err.push(text) },
  })
  return { code, out: out.join(''), err: err.join('') }
}

function aFile(t: TestContext, name: string, content: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'extract-'))
  t.after(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, name), content)
  return join(folder, name)
}

test('a page on standard input is printed as Markdown below its title', async () => {
  const { code, out } = await run(['-'])
  assert.equal(code, 0)
  assert.match(out, /^# Tides\n\nThe tide comes in, and it goes out again, every day of the year\./)
})

test('a file is printed as HTML, with addresses resolved against --url', async (t) => {
  const file = aFile(t, 'page.html', page)
  const { code, out } = await run(['--format', 'html', '--url', 'https://a.example/tides', file])
  assert.equal(code, 0)
  assert.match(out, /^<div><p>The tide .* <a href="https:\/\/a\.example\/year"[^>]*>year<\/a>/)
})

test('JSON contains the metadata', async () => {
  const { out } = await run(['--format=json', '-'])
  const article = JSON.parse(out) as { readonly title: string; readonly content: string }
  assert.equal(article.title, 'Tides')
  assert.match(article.content, /^<div><p>The tide/)
})

test('the extension of a file decides between Markdown and plain text', async (t) => {
  const text = '# Tides\n\n' + 'The tide comes in, *and* it goes out again. '.repeat(20)
  assert.match((await run([aFile(t, 'tides.md', text)])).out, /comes in, \*and\* it/)
  assert.match((await run([aFile(t, 'tides.txt', text)])).out, /comes in, \\\*and\\\* it/)
})

test('a page without an article ends with exit code 1 and the reason', async () => {
  const { code, out, err } = await run(['-'], '<title>Nothing</title>')
  assert.deepEqual({ code, out }, { code: 1, out: '' })
  assert.match(err, /^extract: .* \(no_readable_text\)\n$/)
})

test('wrong arguments end with exit code 2, the problem and the usage', async () => {
  const wrong: readonly (readonly [args: string[], problem: string])[] = [
    [[], 'FILE is missing; use - for standard input'],
    [['a', 'b'], 'only one file can be given, not 2'],
    [['--format', 'rtf', '-'], '--format must be one of markdown, html, json, not "rtf"'],
    [['--url', 'javascript:alert(1)', '-'], '--url must be an http or https address'],
    [['--colour', '-'], "Unknown option '--colour'"],
  ]
  for (const [args, problem] of wrong) {
    const { code, out, err } = await run(args)
    assert.deepEqual({ code, out }, { code: 2, out: '' }, args.join(' '))
    assert.ok(err.startsWith(`extract: ${problem}`), err)
    assert.match(err, /Usage: extract/)
  }
})

test('a file that cannot be read ends with exit code 3', async () => {
  const { code, err } = await run(['/nowhere/at/all.html'])
  assert.equal(code, 3)
  assert.match(err, /^extract: \/nowhere\/at\/all\.html cannot be read: ENOENT/)
  assert.equal((await run([tmpdir()])).code, 3)
})

test('an input above 50 MB ends with exit code 3, and the rest of it is not read', async () => {
  const megabyte = new Uint8Array(1024 * 1024).fill(120)
  let read = 0
  function* endless(): Generator<Uint8Array> {
    for (;;) {
      read += megabyte.length
      yield megabyte
    }
  }
  const { code, err } = await run(['-'], endless())
  assert.equal(code, 3)
  assert.match(err, /larger than 50 MB/)
  assert.ok(read <= MAX_INPUT_BYTES + 32 * megabyte.length, `${read} bytes were read`)
})

test('--help and --version print to standard output', async () => {
  assert.match((await run(['--help'])).out, /^Usage: extract/)
  assert.match((await run(['--version'])).out, /^\d+\.\d+\.\d+\n$/)
})
