import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { stripScripts } from './strip-script-types.ts'

const SOURCE = 'export const a: number = 1\n'
const STRIPPED = /^export const a\s+= 1\n$/
const cacheFolder = () => mkdtempSync(join(tmpdir(), 'dogear-scripts-'))

test('types are stripped with and without a cache', () => {
  const folder = cacheFolder()
  for (const cache of [undefined, folder, folder, join(folder, 'missing')]) {
    assert.match(stripScripts([SOURCE], cache)[0]!, STRIPPED)
  }
})

test('the cached result is used while the sources stay the same', () => {
  const folder = cacheFolder()
  stripScripts([SOURCE], folder)
  const [name] = readdirSync(folder)
  const path = join(folder, name!)
  writeFileSync(path, readFileSync(path, 'utf8').replace('= 1', '= 2'))
  assert.match(stripScripts([SOURCE], folder)[0]!, /= 2/)
  assert.match(stripScripts([SOURCE.replace('a', 'b')], folder)[0]!, /= 1/)
  assert.deepEqual(readdirSync(folder), [name])
})

test('a damaged cache is replaced', () => {
  const folder = cacheFolder()
  stripScripts([SOURCE], folder)
  const path = join(folder, readdirSync(folder)[0]!)
  writeFileSync(path, '{')
  assert.match(stripScripts([SOURCE], folder)[0]!, STRIPPED)
  assert.doesNotThrow(() => JSON.parse(readFileSync(path, 'utf8')))
})
