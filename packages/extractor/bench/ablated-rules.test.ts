import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { test } from 'node:test'
import { RULES } from './ablated-rules.ts'

const sourceOf = (file: string): string => readFileSync(join(import.meta.dirname, '..', file), 'utf8')

test('the text of every rule occurs exactly once in its file, so that the rule can be removed', () => {
  const lost = RULES.filter(({ file, text }) => sourceOf(file).split(text).length !== 2)
  assert.deepEqual(
    lost.map(({ name, file }) => `${name}: ${file}`),
    [],
  )
})

test('a file without one of its rules is still valid TypeScript', () => {
  for (const { name, file, text, replacement } of RULES) {
    const source = sourceOf(file).replace(text, () => replacement)
    assert.doesNotThrow(() => stripTypeScriptTypes(source), `without the rule "${name}"`)
  }
})

test('rules have different names', () => {
  const names = RULES.map(({ name }) => name)
  assert.deepEqual(
    names.filter((name, index) => names.indexOf(name) !== index),
    [],
  )
})
