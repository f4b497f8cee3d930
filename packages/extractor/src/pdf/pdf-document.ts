import { performance } from 'node:perf_hooks'
import { withPdf, type OpenPdf } from './pdf-js.ts'
import { joinRuns, type PdfRun } from './runs-to-lines.ts'
import type { PdfPage } from './drop-running-lines.ts'

const MAX_PAGES = 500
/**
 * Maximum number of characters, which is about 10 MB of text (security specification, section 2.2 F10). After that, no
 * further pages are read.
 */
const MAX_CHARACTERS = 10 * 1024 * 1024
/** Time in milliseconds after which no further pages are read. The time limit of the whole extraction is longer. */
const TIME_BUDGET = 6_000

export interface PdfDocument {
  readonly kind: 'document'
  readonly pages: readonly PdfPage[]
  /** Number of pages that the file states. */
  readonly pageCount: number
  /** The limit that was reached before the last page; undefined if all pages were read. */
  readonly cutBy: 'pages' | 'characters' | 'time' | undefined
  /** Number of pages that could not be read. */
  readonly broken: number
  readonly info: Readonly<Record<string, unknown>>
  /** True if the file declares itself tagged. */
  readonly isTagged: boolean
}

export type PdfReading =
  | PdfDocument
  | { readonly kind: 'encrypted' }
  | { readonly kind: 'broken'; readonly note: string }

/**
 * Reads the text of a PDF, page by page. Run it in a separate process (see `withPdf`).
 *
 * @param data the file; pdf.js takes over its buffer
 * @returns the lines of the file, or the reason of the failure. Only a lack of memory makes it throw.
 */
export async function readPdf(data: Uint8Array): Promise<PdfReading> {
  try {
    return await withPdf(data, ({ pdf }) => readPages(pdf))
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException') return { kind: 'encrypted' }
    return { kind: 'broken', note: error instanceof Error ? error.message.slice(0, 200) : 'unknown' }
  }
}

async function readPages(pdf: OpenPdf): Promise<PdfDocument> {
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }))
  const isTagged = (await pdf.getMarkInfo().catch(() => null))?.get('Marked') === true
  const pages: PdfPage[] = []
  const started = performance.now()
  let characters = 0
  let broken = 0
  let cutBy: PdfDocument['cutBy']
  for (let number = 1; number <= pdf.numPages && cutBy === undefined; number++) {
    const page = await readPage(pdf, number)
    if (page === undefined) broken += 1
    else pages.push(page)
    characters += page?.lines.reduce((sum, { text }) => sum + text.length, 0) ?? 0
    if (number < pdf.numPages) cutBy = reachedBound({ number, characters, ms: performance.now() - started })
  }
  return { kind: 'document', pages, pageCount: pdf.numPages, cutBy, broken, info, isTagged }
}

function reachedBound(done: { number: number; characters: number; ms: number }): PdfDocument['cutBy'] {
  if (done.number >= MAX_PAGES) return 'pages'
  if (done.characters >= MAX_CHARACTERS) return 'characters'
  return done.ms >= TIME_BUDGET ? 'time' : undefined
}

/** @returns the page; undefined if it is damaged, so that the other pages can still be read */
async function readPage(pdf: OpenPdf, number: number): Promise<PdfPage | undefined> {
  try {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent({ includeMarkedContent: false })
    const [, bottom = 0, , top = 0] = page.view
    page.cleanup()
    const runs = items.filter((item): item is PdfRun => 'str' in item)
    const lines = joinRuns(runs).map((line) => ({ ...line, y: line.y - bottom }))
    return { number: number - 1, height: top - bottom, lines }
  } catch {
    return undefined
  }
}
