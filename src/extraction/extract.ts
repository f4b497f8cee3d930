import { decodeText } from '../fetching/decode-text.ts'
import { sniffType } from '../fetching/sniff-type.ts'
import { AppError } from '../kernel/errors.ts'
import type { Effort } from './draft.ts'
import { extractImage, extractPlainText } from './extract-file.ts'
import { extractPage, metadataOfRefusedPage, defaultWork, type PageText } from './extract-page.ts'
import type { Capture, Extraction, Step } from './extraction.ts'
import { extractMarkdown } from './formats/markdown-article.ts'
import type { SourcedRules } from './site-rules/site-rules.ts'
import { unreadable } from './unreadable.ts'
import { webAddress } from './dom/web-address.ts'
import { findOnPage } from './site-rules/find-on-page.ts'
import { extractByRules } from './site-rules/extract-by-rules.ts'

/** Bytes of UTF-8; section 2.2 F10 and section 5 of the security notes. */
const MAX_TEXT_BYTES = 10 * 1024 * 1024

type Sniffed = ReturnType<typeof sniffType>

/**
 * Turns what the fetcher received into an article, whatever kind of content it is. Pure; heavy: call it in a worker
 * thread only.
 *
 * @param capture the answer of the site; the bytes of a PDF are taken over
 * @param effort whether the costly steps are taken
 * @returns the article, or the reason why there is none. Bugs throw
 */
export async function extractCapture(capture: Capture, effort: Effort = 'full'): Promise<Extraction> {
  const sniffed = sniffType(capture.body, capture.contentType)
  if (capture.status >= 400) return extract(capture, effort)
  if (isPage(sniffed) && capture.rules && effort === 'full') return extractRuled(capture, sniffed, capture.rules)
  if (sniffed.kind !== 'pdf') return extract(capture, effort)
  const { extractPdf } = await import('./formats/pdf-article.ts')
  return extractPdf(capture, [typeStep(capture, sniffed)])
}

/**
 * The same for all that can be read at once: everything but PDF.
 *
 * @param capture the answer of the site
 * @returns the article, or the reason why there is none. Bugs throw
 */
export function extract(capture: Capture, effort: Effort = 'full'): Extraction {
  const sniffed = sniffType(capture.body, capture.contentType)
  const steps = [typeStep(capture, sniffed), ...effortStep(effort, capture)]
  try {
    return capture.status >= 400 ? refused(capture, sniffed, steps) : extractKind({ capture, sniffed, effort }, steps)
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_large') return unreadable('too_large', steps)
    throw error
  }
}

/**
 * @param capture the answer of the site, whatever its status
 * @returns what `findOnPage` says of it; all undefined where it is no page
 * @throws AppError `too_large` above 10 MB or 200,000 nodes
 */
export async function findInCapture(
  capture: Capture,
  expressions: readonly string[],
): Promise<readonly (string | undefined)[]> {
  const sniffed = sniffType(capture.body, capture.contentType)
  if (!isPage(sniffed)) return expressions.map(() => undefined)
  return findOnPage(decodePage(capture, sniffed).text, expressions)
}

/** Rules that fail take nothing away from what is found without them. */
async function extractRuled(capture: Capture, sniffed: Sniffed, rules: SourcedRules): Promise<Extraction> {
  const plain = extract(capture)
  if (plain.kind === 'unreadable' && plain.reason === 'too_large') return plain
  return extractByRules(decodePage(capture, sniffed), rules, plain, [typeStep(capture, sniffed)])
}

function typeStep(capture: Capture, sniffed: Sniffed): Step {
  return { name: 'type', note: `${capture.contentType ?? 'not stated'}, found ${sniffed.mimetype}` }
}

function effortStep(effort: Effort, { rules }: Capture): Step[] {
  if (effort === 'full') return []
  const left = rules === undefined ? 'the costly steps' : `the rules of ${rules.source} and the costly steps`
  return [{ name: 'effort', note: `took too long, read again without ${left}` }]
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
  return unreadable('unsupported_type', steps, { mimetype: statedType(capture, sniffed) })
}

function readPage(source: PageText, steps: readonly Step[], effort: Effort): Extraction {
  return extractPage(source, steps, defaultWork(source.text, effort))
}

function refused(capture: Capture, sniffed: Sniffed, before: readonly Step[]): Extraction {
  const steps = [...before, { name: 'status', note: String(capture.status) }]
  return unreadable('http_error', steps, isPage(sniffed) ? metadataOfRefusedPage(decodePage(capture, sniffed)) : {})
}

function isPage({ kind, mimetype }: Sniffed): boolean {
  return kind === 'html' || (kind === 'xml' && mimetype.includes('xhtml'))
}

/** Servers send Markdown as plain text more often than not; then the name of the file says it. */
function isMarkdown({ kind }: Sniffed, { url }: PageText): boolean {
  return kind === 'markdown' || /\.(?:md|markdown|mdown|mkd)$/i.test(URL.parse(url)?.pathname ?? '')
}

function decodePage(capture: Capture, sniffed: Sniffed): PageText {
  const { text } = decodeText(capture.body, capture.contentType)
  if (Buffer.byteLength(text) > MAX_TEXT_BYTES) throw new AppError('too_large', 'the page has more than 10 MB of text')
  const { url, series } = capture
  return { url, text, mimetype: statedType(capture, sniffed), ...(series && { series }) }
}

/** The header as it was sent (contract, section 4.4), unless the bytes show that it lies. */
function statedType({ contentType }: Capture, { mimetype }: Sniffed): string {
  const essence = contentType?.split(';')[0]?.trim().toLowerCase()
  return contentType !== undefined && essence === mimetype ? contentType.slice(0, 255) : mimetype
}
