import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { vendoredFiles } from '../../scripts/vendored-files.ts'

test('the libraries of the browser are those of the installed versions', async () => {
  for (const { name, text } of await vendoredFiles()) {
    const file = new URL(`../../public/vendor/${name}`, import.meta.url)
    assert.ok(readFileSync(file, 'utf8') === text, `${name} is stale: run “npm run vendor”`)
  }
})
