import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPattern } from './ignore-origin-pattern.ts'
import { parseIgnoreOriginRule } from './ignore-origin-rule.ts'
import { threadMillisecondsSince } from '../../test/support/thread-time.ts'

const parsed = (text: string) => {
  const read = parseIgnoreOriginRule(text)
  return read.kind === 'rule' ? [read.rule.variable, read.rule.operator, read.rule.value] : read.message
}

test('the examples of the contract are read as they mean', () => {
  assert.deepEqual(parsed('host = "go.example.org"'), ['host', '=', 'go.example.org'])
  const short = String.raw`_all ~ "https?://t\.example\.org/s/.*"`
  assert.deepEqual(parsed(short), ['_all', '~', String.raw`https?://t\.example\.org/s/.*`])
  assert.deepEqual(parsed(` host ~ 'it\\'s' `), ['host', '~', "it's"])
})

test('invalid rules are refused with the reason', () => {
  assert.equal(parsed('url = "x"'), 'The variable « url » does not exist.')
  for (const sign of ['!=', 'matches', '=>', '==']) {
    assert.equal(parsed(`host ${sign} "x"`), `The operator « ${sign} » does not exist.`)
  }
  const invalid = ['', 'host', 'host =', 'host = x', 'host="x"', 'host = ""', '"x" = host', 'host = "x" or host = "y"']
  for (const text of invalid) assert.equal(parsed(text), `The rule « ${text} » is invalid.`)
  const long = `host = "${'x'.repeat(255)}"`
  assert.equal(parsed(long), `The rule « ${long.slice(0, 255)}… » is invalid.`)
})

test('a pattern is found anywhere and in any letter case, and one that costs too much is refused', async () => {
  const pattern = await readPattern(String.raw`T\.example\.org/s/`)
  assert.ok(pattern.kind === 'pattern')
  assert.deepEqual(
    ['https://t.EXAMPLE.org/S/1', 'https://t-example.org/s/1'].map((address) => pattern.isFoundIn(address)),
    [true, false],
  )
  assert.equal(pattern.isFoundIn(`https://t.example.org/s/${'x'.repeat(2000)}`), false)
  const refused = [
    '(',
    '(?=x)',
    String.raw`(x)\1`,
    'a{1000}b{1000}',
    '((a{100}){10}){10}',
    `(?:${'x'.repeat(200)}){1000}`,
  ]
  for (const source of refused) assert.equal((await readPattern(source)).kind, 'refused', source)
})

test('patterns that ruin a backtracking engine take a moment', async () => {
  const address = `https://example.org/${'a'.repeat(1970)}!`
  const sources = ['(a+)+$', '(a|aa)+$', '(?:a?){40}a{40}b', '(.*)(.*)(.*)(.*)(.*)x$', `(?:${'(a*)*'.repeat(45)})b`]
  const start = process.threadCpuUsage()
  for (const source of sources) {
    const pattern = await readPattern(source)
    assert.ok(pattern.kind === 'pattern', source)
    assert.equal(pattern.isFoundIn(address), false, source)
  }
  assert.ok(threadMillisecondsSince(start) < 3000, `${threadMillisecondsSince(start)} ms`)
})
