import { contentFacts } from '../clean/content-facts.ts'
import { finishContent } from '../clean/finish-content.ts'
import { escapeText } from '../dom/escape-text.ts'
import type { Capture, Extraction, Step, UnreadableReason } from '../extraction.ts'
import { parseHtmlFragment } from '../dom/parse-page.ts'
import { EmbeddedPictures } from '../pictures/embedded-pictures.ts'
import type { PdfBlock } from './pdf-block.ts'
import { blocksOf } from './lines-to-blocks.ts'
import type { PdfDocument } from './pdf-document.ts'
import { joinCaptions, shownPictures } from './pdf-figures.ts'
import { dropRunningLines, type PdfPage } from './drop-running-lines.ts'
import { pdfMetadata } from './pdf-metadata.ts'
import type { PagePicture } from './picture-placement.ts'
import { areTagsComplete, taggedBlocks } from './pdf-tagged-blocks.ts'
import type { PdfTag } from './pdf-tags.ts'
import { readPdfInChildProcess } from './read-pdf-in-child-process.ts'
import { unreadable } from '../unreadable-extraction.ts'

const MIMETYPE = 'application/pdf'

/**
 * Converts a PDF to an article. Headings are recognized by their font size; paragraphs are joined across lines and
 * pages. A child process reads the file, and this thread waits for it.
 *
 * @param capture the file
 * @param before earlier steps, for the extraction log
 * @returns the article, or a failure. Its reason is `encrypted`, `broken_file`, `too_large` or `no_readable_text`, or
 * that of a crash or timeout of the process
 */
export function extractPdf(capture: Capture, before: readonly Step[]): Extraction {
  const apart = readPdfInChildProcess(capture.body)
  const failed = (reason: UnreadableReason, note: string): Extraction =>
    unreadable(reason, [...before, { name: 'pdf', note }], { mimetype: MIMETYPE })
  if ('failed' in apart) return failed(apart.failed, 'reading it took its process down')
  const { result: reading, hasHitLimit } = apart
  if (hasHitLimit) return failed('too_large', 'a part unpacks to more than a file may use')
  if (reading.kind === 'encrypted') return failed('encrypted', 'locked with a password')
  if (reading.kind === 'broken') return failed('broken_file', `could not be opened: ${reading.note}`)
  const pictures = new EmbeddedPictures(capture.url)
  const shown = shownPictures(apart.placements, apart.files, pictures)
  const pages = reading.pages.map((page) => withTags(page, apart.tags[page.number]))
  return articleOf({ ...reading, pages }, { shown, pictures, before })
}

function withTags(page: PdfPage, tags: PdfTag | undefined): PdfPage {
  return tags === undefined ? page : { ...page, tags }
}

interface Around {
  /** the pictures on the pages */
  readonly shown: readonly PagePicture[]
  readonly pictures: EmbeddedPictures
  readonly before: readonly Step[]
}

function articleOf(document: PdfDocument, { shown, pictures, before }: Around): Extraction {
  const { blocks: found, steps: read } = readBlocks(document, shown)
  const blocks = joinCaptions(found)
  const metadata = pdfMetadata(document.info, blocks)
  const written = withoutTitle(blocks, metadata.title).map(htmlOf).join('\n')
  const { html: content, tree } = finishContent(parseHtmlFragment(written))
  const kept = pictures.shownIn(content)
  const steps = [
    ...before,
    { name: 'pdf', note: pagesNote(document) },
    ...read,
    { name: 'text', note: `${blocks.length - kept.length} headings and paragraphs, ${kept.length} pictures` },
  ]
  const { readingTime, isReadable, firstPicture } = contentFacts(tree)
  if (!isReadable) return unreadable('no_readable_text', steps, { ...metadata, mimetype: MIMETYPE })
  const nothing = { language: undefined, summary: undefined, direction: undefined, siteName: undefined }
  const article = { ...nothing, ...metadata, previewPicture: firstPicture, mimetype: MIMETYPE, content, readingTime }
  return { kind: 'article', article, steps, ...(kept.length > 0 && { pictures: kept }) }
}

/** Reads the blocks of a file: by its tags if they contain all text, otherwise by the positions of the lines. */
function readBlocks(document: PdfDocument, shown: readonly PagePicture[]) {
  if (areTagsComplete(document.pages))
    return { blocks: taggedBlocks(document.pages, shown), steps: [{ name: 'tags', note: 'the file is tagged' }] }
  const { pages, dropped } = dropRunningLines(document.pages)
  const note = `${dropped} headers, footers and page numbers removed`
  return { blocks: blocksOf(pages, shown), steps: [{ name: 'running lines', note }] }
}

function pagesNote({ pages, pageCount, cutBy, broken }: PdfDocument): string {
  const cut = cutBy === undefined ? '' : `, stopped after ${pages.length + broken}: the limit of ${cutBy} was reached`
  return `${pageCount} pages${cut}${broken > 0 ? `, ${broken} could not be read` : ''}`
}

/** Removes a heading near the start of the text if it repeats the title. */
function withoutTitle(blocks: readonly PdfBlock[], title: string | undefined): readonly PdfBlock[] {
  const at = blocks.slice(0, 20).findIndex(({ level, text }) => level > 0 && sameText(text, title ?? ''))
  return at < 0 ? blocks : blocks.toSpliced(at, 1)
}

function sameText(a: string, b: string): boolean {
  return bare(a) === bare(b)
}

function bare(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')
}

function htmlOf({ level, text, html }: PdfBlock): string {
  if (html !== undefined) return html
  const name = level === 0 ? 'p' : `h${Math.max(level, 2)}`
  return `<${name}>${escapeText(text)}</${name}>`
}
