import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { vendoredFiles } from '../../scripts/vendored-files.ts'

test('copies of packages are those of the installed versions', async () => {
  for (const { path, text } of await vendoredFiles()) {
    const file = new URL(`../../${path}`, import.meta.url)
    assert.ok(readFileSync(file, 'utf8') === text, `${path} is stale: run “npm run vendor”`)
  }
})
