import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { COMMANDS } from '../../src/cli/command-list.ts'
import { callDogear, PROGRAM, runDogear } from './run-dogear.ts'

test('every command explains itself on standard output when asked with --help, -h or help', async () => {
  for (const { name } of COMMANDS) {
    const words = name.split(' ')
    const long = await callDogear([...words, '--help'])
    const [short, asked] = [await callDogear([...words, '-h']), await callDogear(['help', ...words])]
    assert.equal(long.code, 0, name)
    assert.equal(long.stderr, '', name)
    assert.match(long.stdout, new RegExp(`^Usage: dogear ${name}\\b`))
    assert.match(long.stdout, /--help/)
    assert.deepEqual([short, asked], [long, long])
  }
})

test('the program itself explains a command', async () => {
  assert.deepEqual(await runDogear(['serve', '--help']), await callDogear(['serve', '--help']))
})

test('help lists every command with its summary', async () => {
  const { code, stdout } = await runDogear(['help'])
  assert.equal(code, 0)
  for (const { name, summary } of COMMANDS) assert.match(stdout, new RegExp(`^  ${name} +${summary}$`, 'm'))
  assert.equal((await runDogear(['--help'])).stdout, stdout)
})

test('help for an incomplete command lists its completions', async () => {
  for (const args of [
    ['user', '--help'],
    ['help', 'user'],
  ]) {
    const { code, stdout } = await runDogear(args)
    assert.equal(code, 0)
    assert.match(stdout, /^ {2}user passwd/m)
    assert.doesNotMatch(stdout, /client create/)
  }
})

test('the version is the one of the package', async () => {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
  assert.deepEqual(await runDogear(['--version']), { code: 0, stdout: `${manifest.version}\n`, stderr: '' })
})

const WRONG: readonly [args: readonly string[], sentence: RegExp][] = [
  [[], /^Usage: dogear COMMAND/],
  [['dance'], /unknown command "dance"/],
  [['help', 'dance'], /unknown command "dance"/],
  [['user'], /"dogear user add", "dogear user list"/],
  [['user', 'remove'], /"dogear user add"/],
  [['migrate', 'now'], /usage: dogear migrate/],
  [['config', '--all'], /Unknown option '--all'/],
  [['serve', '--port', '1'], /Unknown option '--port'/],
  [['user', 'add', '--password-stdin'], /usage: dogear user add NAME/],
  [['user', 'add', 'alice'], /--password-stdin is required: passwords are only read from standard input/],
  [['user', 'add', 'alice', '--password-stdin', '--email'], /--email/],
  [['user', 'passwd', 'alice'], /--password-stdin is required/],
  [['client', 'create', '--name', 'x'], /--user NAME is required/],
  [['client', 'create', '--user', 'alice'], /--name N is required/],
  [['client', 'create', '--user', 'a', '--name', 'x', '--format', 'xml'], /must be one of text, env, json/],
]

test('wrong usage is reported in one sentence on standard error, with exit code 2', async () => {
  for (const [args, sentence] of WRONG) {
    const { code, stdout, stderr } = await callDogear(args, { input: 'a good password\n' })
    assert.equal(code, 2, `${args.join(' ')}: ${stderr}`)
    assert.equal(stdout, '')
    assert.match(stderr, sentence)
    assert.doesNotMatch(stderr, /\n\s+at /)
  }
})

test('the program ends with exit code 2 after wrong usage', async () => {
  for (const args of [[], ['user', 'remove']]) {
    const result = await runDogear(args)
    assert.deepEqual(result, await callDogear(args))
    assert.equal(result.code, 2)
  }
})

test('a reader that closes the pipe early causes no error', async () => {
  const child = spawn(process.execPath, [PROGRAM, 'help'], { env: {}, stdio: ['ignore', 'pipe', 'pipe'] })
  child.stdout.destroy()
  let complaints = ''
  child.stderr.on('data', (piece) => (complaints += String(piece)))
  const code = await new Promise((resolve) => child.once('close', resolve))
  assert.deepEqual({ code, complaints }, { code: 0, complaints: '' })
})
