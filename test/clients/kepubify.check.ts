/**
 * The places of books for Kobo are compared with those that kepubify 4.0.4 adds to the same pages. `npm run test:clients`. It comes
 * from the Go module proxy; the test is skipped without Go.
 */
import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { parseFragment } from 'parse5'
import { readZip } from '../../src/exports/epub/read-zip.fixture.ts'
import { anEntry, exported } from '../../src/exports/exported-entry.fixture.ts'
import { goldenArticles } from './epub/golden-articles.fixture.ts'

const run = promisify(execFile)

const hasGo = await run('go', ['version']).then(
  () => true,
  () => false,
)

/** Adds the places of kepubify to a page. */
const PROGRAM = `package main

import (
	"os"

	"github.com/pgaskin/kepubify/v4/kepub"
)

func main() {
	if err := kepub.NewConverter().TransformContent(os.Stdout, os.Stdin); err != nil {
		panic(err)
	}
}
`
const MODULE = 'module page\n\ngo 1.22\n\nrequire github.com/pgaskin/kepubify/v4 v4.0.4\n'

const MOSTLY_CODE = `<p>One line about it. And another.</p><pre><code>${'const a = b &lt; 1\n\n'.repeat(40)}</code></pre>`

/** @returns the pages of articles, by their names */
function pagesOf(book: Buffer): ReadonlyMap<string, string> {
  const pages = readZip(book).filter(({ name }) => /entry-\d+\.xhtml$/.test(name))
  return new Map(pages.map(({ name, bytes }) => [name, bytes.toString()]))
}

const SPAN = /<span class="koboSpan" id="kobo\.\d+\.\d+">([^]*?)<\/span>/g
const CODE_OR_FORMULA = /<(pre|math)\b[^]*?<\/\1>/g

/** @returns the texts of the places, without white space; a picture has an empty one */
function placesOf(page: string): string[] {
  return Array.from(page.matchAll(SPAN), ([, inner]) => {
    const [text] = parseFragment(inner!.replaceAll(/<[^>]*>/g, '')).childNodes
    return text && 'value' in text ? text.value.replaceAll(/\s+/g, '') : ''
  })
}

test(
  'a book for Kobo has places for the same text as with kepubify, and in code',
  { skip: hasGo ? false : 'needs go' },
  async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'dogear-kepubify-'))
    t.after(() => rm(folder, { recursive: true, force: true }))
    await writeFile(join(folder, 'go.mod'), MODULE)
    await writeFile(join(folder, 'main.go'), PROGRAM)
    await run('go', ['mod', 'tidy'], { cwd: folder })
    await run('go', ['build', '-o', 'page', '.'], { cwd: folder })
    const code = anEntry({ content: MOSTLY_CODE, entry: { id: 99 as never, title: 'Mostly code' } })
    const articles = [...goldenArticles(), code]
    const plain = pagesOf(await exported('epub', articles, { title: 'Many', isSingle: false }))
    const ours = pagesOf(await exported('kepub', articles, { title: 'Many', isSingle: false }))
    assert.deepEqual([...ours.keys()], [...plain.keys()])
    assert.equal(ours.size, articles.length)
    const counts = { ours: 0, kepubify: 0, oursInCode: 0, kepubifyInCode: 0 }
    for (const [name, page] of ours) {
      const theirs = execFileSync(join(folder, 'page'), { input: plain.get(name)! }).toString()
      const [own, other] = [page, theirs].map((one) => placesOf(one.replaceAll(CODE_OR_FORMULA, '')))
      assert.equal(own!.join(''), other!.join(''), name)
      assert.ok(own!.length >= other!.length, name)
      counts.ours += own!.length
      counts.kepubify += other!.length
      counts.oursInCode += placesOf(page).length - own!.length
      counts.kepubifyInCode += placesOf(theirs).length - other!.length
    }
    t.diagnostic(JSON.stringify(counts))
    assert.equal(counts.kepubifyInCode, 0)
    assert.ok(counts.oursInCode >= 40)
  },
)
