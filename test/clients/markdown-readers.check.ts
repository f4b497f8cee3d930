/**
 * Pandoc and goldmark read the Markdown of articles back to the same words, as markdown-it does in `npm test`.
 * `npm run test:clients`. Pandoc comes from PyPI (pypandoc_binary 1.17 contains pandoc 3.9), goldmark 1.8.0 from the Go
 * module proxy; a reader is skipped without Python 3 or Go.
 */
import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { textOf } from '../../packages/extractor/src/dom/page-tree.ts'
import { parseHtmlFragment } from '../../packages/extractor/src/dom/parse-page.ts'
import { toMarkdown } from '../../packages/extractor/src/markdown/to-markdown.ts'

const run = promisify(execFile)
const GOLDEN = join(import.meta.dirname, '../../packages/extractor/src/golden')

const isInstalled = async (program: string, option: string): Promise<boolean> =>
  run(program, [option]).then(
    () => true,
    () => false,
  )
const NO_PYTHON = (await isInstalled('python3', '-V')) ? false : 'needs python3'
const NO_GO = (await isInstalled('go', 'version')) ? false : 'needs go'

/** What the golden articles lack. */
const ALL_KINDS =
  '<h2>One &amp; two</h2><p>Costs $5, 2 * 3 * 4, snake_case_name, ~a~, <code>a`b|c</code>, &lt;b&gt;, x<sup>2</sup>, ' +
  'H<sub>2</sub>O, <del>gone</del> <mark>seen</mark> <a href="https://x.example/a|b?q={e}[f](g)">odd</a>.<br>next</p>' +
  '<p>1. no list</p><p># no heading</p><p>= no line</p><p>+ no item</p>' +
  '<ul><li>a<ol><li>b</li><li><p>c</p><p>d</p><pre><code>e\n  f</code></pre></li></ol></li><li>g</li></ul>' +
  '<ol start="7"><li>seven</li><li>eight</li></ol><blockquote><p>h</p><blockquote><p>i</p></blockquote></blockquote>' +
  '<pre><code class="language-md">```\n# j\n```</code></pre>' +
  '<table><thead><tr><th colspan="2">k | l</th><th>m</th></tr></thead><tbody><tr><td rowspan="2">n</td><td>o</td>' +
  '<td>p</td></tr><tr><td>q</td><td>r</td></tr></tbody></table>' +
  '<dl><dt>s</dt><dd>t</dd></dl><figure><img src="https://x.example/u.png" alt="v"><figcaption>w</figcaption></figure>' +
  '<p>y<sup><a href="#fn-1" id="fnref-1">1</a></sup></p><hr><p>end</p>'

/** Sends Markdown to a program, and gets HTML. */
interface Reader {
  readonly name: string
  readonly skip: string | false
  /** @returns the program's path */
  readonly install: (folder: string) => Promise<string>
  readonly options: readonly string[]
}

const GOLDMARK = `package main

import (
	"io"
	"os"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"
)

func main() {
	source, err := io.ReadAll(os.Stdin)
	if err != nil {
		panic(err)
	}
	reader := goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithRendererOptions(html.WithUnsafe()))
	if err := reader.Convert(source, os.Stdout); err != nil {
		panic(err)
	}
}
`

async function installGoldmark(folder: string): Promise<string> {
  const cwd = folder
  await writeFile(join(folder, 'main.go'), GOLDMARK)
  await run('go', ['mod', 'init', 'reader'], { cwd })
  await run('go', ['get', 'github.com/yuin/goldmark@v1.8.0'], { cwd })
  await run('go', ['build', '-o', 'goldmark', '.'], { cwd })
  return join(folder, 'goldmark')
}

async function installPandoc(folder: string): Promise<string> {
  const [known] = globSync('env/lib/*/site-packages/pypandoc/files/pandoc', { cwd: folder })
  if (known !== undefined) return join(folder, known)
  await run('python3', ['-m', 'venv', join(folder, 'env')])
  await run(join(folder, 'env/bin/python'), ['-m', 'pip', 'install', '--quiet', 'pypandoc_binary==1.17'])
  return installPandoc(folder)
}

const pandoc = (format: string): Reader => ({
  name: `pandoc (${format})`,
  skip: NO_PYTHON,
  install: installPandoc,
  options: ['--from', format, '--to', 'html', '--wrap=none'],
})

const READERS: readonly Reader[] = [
  { name: 'goldmark', skip: NO_GO, install: installGoldmark, options: [] },
  pandoc('gfm'),
  pandoc('commonmark_x'),
  // By default, pandoc's own format shows the alternative text of a picture also as its caption.
  pandoc('markdown-implicit_figures'),
]

/** @returns the letters, digits and some marks of HTML, without formulas, which have other texts in Markdown */
function lettersOf(html: string): string {
  const tree = parseHtmlFragment(html.replaceAll(/<math[^]*?<\/math>|<span class="math[^]*?<\/span>/g, ''))
  return textOf(tree, Number.POSITIVE_INFINITY).replaceAll(/[^\p{L}\p{N}$%=~#*_+|<>]+/gu, '')
}

function articles(): readonly (readonly [name: string, html: string])[] {
  const players = /<iframe[^]*?<\/iframe>|<(?:audio|video)[^]*?<\/(?:audio|video)>/g
  const golden = globSync('*.expected.txt', { cwd: GOLDEN }).map((name) => {
    const text = readFileSync(join(GOLDEN, name), 'utf8')
    return [name, text.slice(text.indexOf('\n}\n') + 3).replaceAll(players, '')] as const
  })
  return [...golden, ['all kinds', ALL_KINDS]]
}

let folder = ''
before(async () => void (folder = await mkdtemp(join(tmpdir(), 'dogear-markdown-'))))
after(() => rm(folder, { recursive: true, force: true }))

for (const { name, skip, install, options } of READERS) {
  test(`${name} reads the Markdown of articles back to the same words`, { skip }, async () => {
    const program = await install(folder)
    for (const [article, html] of articles()) {
      const back = execFileSync(program, options, { input: toMarkdown(html), encoding: 'utf8' })
      assert.equal(lettersOf(back), lettersOf(html), article)
    }
  })
}
