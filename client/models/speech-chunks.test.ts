import assert from 'node:assert/strict'
import { test } from 'node:test'
import { speechChunks } from './speech-chunks.ts'

const read = (text: string) => speechChunks(text, 'en').map(({ start, end }) => text.slice(start, end))

test('short sentences are chunks', () => {
  assert.deepEqual(read('The wall stood. It fell.'), ['The wall stood.', 'It fell.'])
})

test('long sentences are split at a comma, otherwise at a space, otherwise anywhere', () => {
  const part = `${'stone '.repeat(25).trim()},`
  assert.deepEqual(read(`${part} ${part} end.`), [part, `${part} end.`])
  const words = read(`${'stone '.repeat(80)}end.`)
  assert.ok(words.length > 1 && words.every((one) => one.length <= 200 && /^stone|^end/.test(one)))
  assert.equal(words.join(' '), `${'stone '.repeat(80)}end.`)
  assert.deepEqual(
    read('x'.repeat(450)).map((one) => one.length),
    [200, 200, 50],
  )
})
