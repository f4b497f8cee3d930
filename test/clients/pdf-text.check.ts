/**
 * Four PDF readers extract the text of our PDF of an article in each script, beside Chromium's PDF of the same article.
 * `npm run test:clients` prints a table: words found, words in the right order, words of the article. The test is skipped
 * without Python 3 with access to PyPI, or without pdftotext of Debian (`apt-get install poppler-utils`).
 */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { anEntry, exported } from '../../src/exports/exported-entry.fixture.ts'
import { textItemsOf } from '../../src/exports/pdf/pdf-text.fixture.ts'
import { launchBrowser } from '../support/browser.ts'
import { ARTICLES, type ScriptArticle } from './pdf/articles.fixture.ts'
import { chromiumPdf } from './pdf/chromium-pdf.ts'
import { foundWords } from './pdf/found-words.ts'

const run = promisify(execFile)
const PAGE_TEXT = fileURLToPath(new URL('pdf/page-text.py', import.meta.url))
const PACKAGES = ['pypdf==7.1.1', 'pypdfium2==5.15.2']

const isInstalled = async (program: string, option: string): Promise<boolean> =>
  run(program, [option]).then(
    () => true,
    () => false,
  )
const skip = !(await isInstalled('python3', '-V'))
  ? 'needs python3'
  : (await isInstalled('pdftotext', '-v'))
    ? false
    : 'needs pdftotext of poppler-utils'

const READERS = ['PDF.js', 'pypdf', 'PDFium', 'poppler'] as const
type Reader = (typeof READERS)[number]

/** Fewest words that each reader must find in our PDF, and fewest in the right order, in the order of `READERS`. */
const EXPECTED: Readonly<Record<string, readonly (readonly [found: number, inOrder: number])[]>> = {
  Latin: [
    [54, 54],
    [54, 54],
    [54, 54],
    [54, 54],
  ],
  Arabic: [
    [52, 7],
    [40, 7],
    [49, 49],
    [48, 48],
  ],
  Hebrew: [
    [41, 5],
    [22, 3],
    [41, 41],
    [37, 37],
  ],
  Hindi: [
    [64, 64],
    [64, 64],
    [64, 64],
    [64, 64],
  ],
  Thai: [
    [58, 57],
    [58, 57],
    [58, 57],
    [58, 56],
  ],
  Chinese: [
    [65, 65],
    [65, 65],
    [65, 65],
    [65, 65],
  ],
  Japanese: [
    [73, 73],
    [73, 73],
    [73, 73],
    [73, 73],
  ],
  Korean: [
    [40, 40],
    [40, 40],
    [40, 40],
    [40, 40],
  ],
}

interface PdfPage {
  readonly bytes: Uint8Array
  /** number of the page with the text, starting at 1 */
  readonly page: number
}

async function ourPdf({ language, paragraphs }: ScriptArticle): Promise<PdfPage> {
  const content = paragraphs.map((text) => `<p>${text}</p>`).join('')
  return { bytes: await exported('pdf', [anEntry({ content, entry: { language, title: 'T' } })]), page: 2 }
}

async function textsOf({ bytes, page }: PdfPage, folder: string): Promise<Readonly<Record<Reader, string>>> {
  const path = join(folder, 'page.pdf')
  await writeFile(path, bytes)
  const items = (await textItemsOf(bytes))[page - 1]!
  const python = await run(join(folder, 'env/bin/python'), [PAGE_TEXT, String(page), path])
  const poppler = await run('pdftotext', ['-f', String(page), '-l', String(page), '-enc', 'UTF-8', path, '-'])
  return {
    'PDF.js': items.map(({ str, endsLine }) => (endsLine ? `${str}\n` : str)).join(''),
    ...(JSON.parse(python.stdout) as { readonly pypdf: string; readonly PDFium: string }),
    poppler: poppler.stdout,
  }
}

test('PDF readers find the words of an article in our PDF, in each script', { skip }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'dogear-pdf-text-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  await run('python3', ['-m', 'venv', join(folder, 'env')])
  await run(join(folder, 'env/bin/python'), ['-m', 'pip', 'install', '--quiet', ...PACKAGES])
  const browser = await launchBrowser()
  t.after(() => browser.close())
  const losses: string[] = []
  for (const article of ARTICLES) {
    const ours = await textsOf(await ourPdf(article), folder)
    const others = await textsOf({ bytes: await chromiumPdf(browser, article), page: 1 }, folder)
    for (const [writer, texts] of Object.entries({ Dogear: ours, Chromium: others })) {
      const counts = READERS.map((reader) => foundWords(article, texts[reader]))
      const cells = counts.map(({ found, inOrder }) => `${found} (${inOrder})`)
      t.diagnostic(`| ${[article.script, counts[0]!.total, writer, ...cells].join(' | ')} |`)
    }
    for (const [index, reader] of READERS.entries()) {
      const { found, inOrder } = foundWords(article, ours[reader])
      const [fewest, fewestInOrder] = EXPECTED[article.script]![index]!
      if (found < fewest || inOrder < fewestInOrder)
        losses.push(`${article.script} in ${reader}: ${found} (${inOrder}) instead of ${fewest} (${fewestInOrder})`)
    }
  }
  assert.deepEqual(losses, [])
})
