import assert from 'node:assert/strict'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { extractSync } from './extract.ts'

/**
 * With GOLDEN_WRITE=1, the test overwrites the expected files instead of comparing them. Review the changes in the
 * diff.
 */
const rewrites = process.env['GOLDEN_WRITE'] === '1'
const folder = new URL('./golden/', import.meta.url)
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.html.txt'))
  .map((file) => file.slice(0, -'.html.txt'.length))

for (const name of names) {
  test(`the page ${name} becomes the expected article`, () => {
    const body = readFileSync(new URL(`${name}.html.txt`, folder))
    const capture = { url: `https://pages.example.org/archive/${name}.html`, status: 200 }
    const extraction = extractSync({ ...capture, contentType: 'text/html; charset=utf-8', body })
    const shown = present(extraction)
    const expected = new URL(`${name}.expected.txt`, folder)
    if (rewrites) writeFileSync(expected, shown)
    assert.equal(shown, readFileSync(expected, 'utf8'))
  })
}

function present(extraction: ReturnType<typeof extractSync>): string {
  if (extraction.kind === 'unreadable') return `${JSON.stringify(extraction, null, 2)}\n`
  const { content, ...rest } = extraction.article
  return `${JSON.stringify(rest, null, 2)}\n\n${content}\n`
}
