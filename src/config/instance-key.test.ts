import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { loadInstanceKey } from './instance-key.ts'

test('the key is generated once, is readable only by its user, and stays the same', (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'dogear-key-'))
  t.after(() => rmSync(directory, { recursive: true }))
  const key = loadInstanceKey(directory, '')
  assert.equal(key.length, 32)
  assert.deepEqual(loadInstanceKey(directory, ''), key)
  assert.deepEqual(readdirSync(directory), ['secret'])
  assert.equal(statSync(join(directory, 'secret')).mode & 0o777, 0o600)
  assert.notDeepEqual(loadInstanceKey(directory, 'a secret of the operator, long enough for it'), key)
})

test('a secret that was cut off is refused, not used', (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'dogear-key-'))
  t.after(() => rmSync(directory, { recursive: true }))
  writeFileSync(join(directory, 'secret'), '')
  assert.throws(() => loadInstanceKey(directory, ''), /damaged/)
})
