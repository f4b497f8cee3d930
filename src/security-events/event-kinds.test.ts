import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { EVENT_KINDS } from './event-kinds.ts'

test('docs/security.md describes every event and its audience', () => {
  const text = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8')
  const rows = [...text.matchAll(/^\| `([a-z-]+)` +\| (.*?) +\| (owner|log) +\|$/gm)].map(([, name, about, reach]) => [
    name,
    { about, reach },
  ])
  const kinds = Object.entries(EVENT_KINDS).map(([name, { about, reach }]) => [name, { about, reach }])
  assert.deepEqual(rows, kinds)
})
