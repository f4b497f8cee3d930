import { CapturedFiles } from './captures/captured-files.ts'
import { inlineFrames } from './frames/inline-frames.ts'
import { readSavedPage, savedPageKind, type SavedPageKind } from './captures/saved-page.ts'
import { takeData } from './captures/take-data.ts'
import { decodeText } from './bytes/decode-text.ts'
import { documentKind } from './documents/document-kind.ts'
import { sniffType } from './bytes/sniff-type.ts'
import { TooLargeError } from './too-large.ts'
import type { Effort } from './extraction-draft.ts'
import { extractImage, extractPlainText } from './extract-text-or-image.ts'
import { extractPage, metadataOfRefusedPage, defaultWork, type PageText } from './extract-page.ts'
import type { Capture, Extraction, Step } from './extraction.ts'
import { extractMarkdown } from './formats/markdown-article.ts'
import type { SourcedRules } from './site-rules/site-rules.ts'
import { extractDiscussionData } from './discussions/extract-discussion-data.ts'
import { unreadable } from './unreadable-extraction.ts'
import { webAddress } from './dom/web-address.ts'
import { evaluateOnPage } from './site-rules/evaluate-on-page.ts'
import { extractByRules } from './site-rules/extract-by-rules.ts'
import { parseUrl } from './dom/parse-url.ts'

/**
 * Maximum size of the decoded text, in bytes of UTF-8 (security specification, section 2.2 F10 and section 5). The
 * extraction of a larger page fails with the reason `too_large`.
 */
const MAX_TEXT_BYTES = 10 * 1024 * 1024

type Sniffed = ReturnType<typeof sniffType>

/**
 * Extracts the article of a response, whatever its type. Has no side effects. The extraction takes long, so run it in a
 * worker thread.
 *
 * @param capture the response of the site
 * @param effort whether optional steps run
 * @returns the article, or the reason of the failure. Only bugs make it throw.
 */
export async function extract(capture: Capture, effort: Effort = 'full'): Promise<Extraction> {
  const kind = savedPageKind(capture.body)
  return kind === undefined ? extractFile(capture, effort) : extractSavedPage(capture, kind, effort)
}

/** Extracts a page that a browser has saved in one file, with its pictures. Relative addresses refer to the page itself. */
async function extractSavedPage(capture: Capture, kind: SavedPageKind, effort: Effort): Promise<Extraction> {
  const step = { name: 'saved page', note: kind }
  const page = readSavedPage(capture.body, kind)
  if (page === undefined) return unreadable('broken_file', [typeStep(capture, SAVED_PAGE), step])
  const { body, contentType, parts } = inlineFrames(page)
  const address = page.url === undefined ? undefined : webAddress(page.url)
  const extraction = await extractFile({ ...capture, body, contentType, parts, url: address ?? capture.url }, effort)
  return { ...extraction, steps: [step, ...extraction.steps], ...(address !== undefined && { savedFrom: address }) }
}

const SAVED_PAGE: Sniffed = { kind: 'other', mimetype: 'multipart/related' }

async function extractFile(capture: Capture, effort: Effort): Promise<Extraction> {
  const sniffed = sniffType(capture.body, capture.contentType)
  if (isRefused(capture) || isMissing(capture)) return extractSync(capture, effort)
  if (isPage(sniffed) && capture.rules && effort === 'full') return extractRuled(capture, sniffed, capture.rules)
  const document = sniffed.kind === 'pdf' ? undefined : documentKind(capture.body)
  if (document !== undefined) {
    const { extractDocument } = await import('./documents/extract-document.ts')
    return extractDocument(capture, document, [typeStep(capture, sniffed)])
  }
  if (sniffed.kind !== 'pdf') return extractSync(capture, effort)
  const { extractPdf } = await import('./pdf/pdf-article.ts')
  return extractPdf(capture, [typeStep(capture, sniffed)])
}

/**
 * Extracts the article like `extract`, but synchronously. It supports no PDF files, documents or site rules.
 *
 * @param capture the response of the site
 * @returns the article, or the reason of the failure. Only bugs make it throw.
 */
export function extractSync(capture: Capture, effort: Effort = 'full'): Extraction {
  const sniffed = sniffType(capture.body, capture.contentType)
  const steps = [typeStep(capture, sniffed), ...effortStep(effort, capture)]
  try {
    if (isRefused(capture)) return refused(capture, sniffed, steps)
    const found = extractKind({ capture, sniffed, effort }, steps)
    return isMissing(capture) ? judgeMissingPage(capture, sniffed, found, steps) : found
  } catch (error) {
    if (error instanceof TooLargeError) return unreadable('too_large', steps)
    throw error
  }
}

/**
 * @param capture the response of the site, with any status
 * @returns the results of `evaluateOnPage`; all undefined if the response is not a page
 * @throws TooLargeError above 10 MB or 200,000 nodes
 */
export async function findInCapture(
  capture: Capture,
  expressions: readonly string[],
): Promise<readonly (string | undefined)[]> {
  const sniffed = sniffType(capture.body, capture.contentType)
  if (!isPage(sniffed)) return expressions.map(() => undefined)
  return evaluateOnPage(decodePage(capture, sniffed).text, expressions)
}

/**
 * Extracts the page with the rules of its site. Also extracts it without the rules, so that there is a result if the
 * rules fail.
 */
async function extractRuled(capture: Capture, sniffed: Sniffed, rules: SourcedRules): Promise<Extraction> {
  const plain = extractSync(capture)
  if (plain.kind === 'unreadable' && plain.reason === 'too_large') return plain
  return extractByRules(decodePage(capture, sniffed), rules, plain, [typeStep(capture, sniffed)])
}

function typeStep(capture: Capture, sniffed: Sniffed): Step {
  return { name: 'type', note: `${capture.contentType ?? 'no type declared'}, detected ${sniffed.mimetype}` }
}

function effortStep(effort: Effort, { rules }: Capture): Step[] {
  if (effort === 'full') return []
  const left = rules === undefined ? 'the costly steps' : `the rules of ${rules.source} and the costly steps`
  return [{ name: 'effort', note: `took too long; repeated without ${left}` }]
}

interface Source {
  readonly capture: Capture
  readonly sniffed: Sniffed
  readonly effort: Effort
}

function extractKind({ capture, sniffed, effort }: Source, steps: readonly Step[]): Extraction {
  if (sniffed.kind === 'image') return extractImage(webAddress(capture.url) ?? '', sniffed.mimetype, steps)
  if (isPage(sniffed)) return readPage(decodePage(capture, sniffed), steps, effort)
  if (sniffed.kind === 'text' || sniffed.kind === 'markdown') {
    const text = decodePage(capture, sniffed)
    return (isMarkdown(sniffed, text) ? extractMarkdown(text, steps) : undefined) ?? extractPlainText(text, steps)
  }
  if (sniffed.kind === 'json') return extractDiscussionData(decodePage(capture, sniffed), steps)
  return unreadable('unsupported_type', steps, { mimetype: statedType(capture, sniffed) })
}

function readPage(source: PageText, steps: readonly Step[], effort: Effort): Extraction {
  return extractPage(source, steps, defaultWork(source.text, effort))
}

function isRefused(capture: Capture): boolean {
  return (capture.status ?? 200) >= 400 && !isMissing(capture)
}

/** @returns true for 404 and 410. Some sites send these statuses together with a moved or unlisted article. */
function isMissing({ status }: Capture): boolean {
  return status === 404 || status === 410
}

/**
 * Keeps the article of a response with the status 404 or 410 only if its reading time is at least a minute. A shorter
 * text is probably an error message.
 */
function judgeMissingPage(capture: Capture, sniffed: Sniffed, found: Extraction, before: readonly Step[]): Extraction {
  if (found.kind !== 'article' || found.article.readingTime === 0) return refused(capture, sniffed, before)
  return { ...found, steps: [...found.steps, { name: 'status', note: `${capture.status}, with an article` }] }
}

function refused(capture: Capture, sniffed: Sniffed, before: readonly Step[]): Extraction {
  const steps = [...before, { name: 'status', note: String(capture.status) }]
  return unreadable('http_error', steps, isPage(sniffed) ? metadataOfRefusedPage(decodePage(capture, sniffed)) : {})
}

function isPage({ kind, mimetype }: Sniffed): boolean {
  return kind === 'html' || (kind === 'xml' && mimetype.includes('xhtml'))
}

/**
 * @returns whether a file is Markdown. Servers usually send Markdown as plain text, so the file extension counts too.
 */
function isMarkdown({ kind }: Sniffed, { url }: PageText): boolean {
  return kind === 'markdown' || /\.(?:md|markdown|mdown|mkd)$/i.test(parseUrl(url)?.pathname ?? '')
}

function decodePage(capture: Capture, sniffed: Sniffed): PageText {
  const { body, taken } = takeData(capture.body)
  const { text } = decodeText(body, capture.contentType)
  if (Buffer.byteLength(text) > MAX_TEXT_BYTES) throw new TooLargeError('the page has more than 10 MB of text')
  const { url, series, parts } = capture
  const hasFiles = taken.length > 0 || parts !== undefined
  const files = hasFiles && { files: new CapturedFiles(url, { body: capture.body, taken, parts: parts ?? new Map() }) }
  return { url, text, mimetype: statedType(capture, sniffed), ...(series && { series }), ...files }
}

/**
 * @returns the content type header as sent (wallabag contract, section 4.4); the type determined from the bytes if the
 * header is missing or states another one
 */
function statedType({ contentType }: Capture, { mimetype }: Sniffed): string {
  const essence = contentType?.split(';')[0]?.trim().toLowerCase()
  return contentType !== undefined && essence === mimetype ? contentType.slice(0, 255) : mimetype
}
