import { decodeText } from '../fetching/decode-text.ts'
import { sniffType } from '../fetching/sniff-type.ts'
import { AppError } from '../kernel/errors.ts'
import { extractImage, extractPlainText } from './extract-file.ts'
import { extractPage, metadataOfRefusedPage, type PageText } from './extract-page.ts'
import type { Capture, Extraction, Step } from './extraction.ts'
import { unreadable } from './unreadable.ts'
import { webAddress } from './web-address.ts'

/** Bytes of UTF-8; section 2.2 F10 and section 5 of the security notes. */
const MAX_TEXT_BYTES = 10 * 1024 * 1024

type Sniffed = ReturnType<typeof sniffType>

/**
 * Turns what the fetcher received into an article. Pure and synchronous; heavy: call it in a worker thread only.
 *
 * @param capture the answer of the site
 * @returns the article, or the reason why there is none. Bugs throw
 */
export function extract(capture: Capture): Extraction {
  const sniffed = sniffType(capture.body, capture.contentType)
  const steps = [{ name: 'type', note: `${capture.contentType ?? 'not stated'}, found ${sniffed.mimetype}` }]
  try {
    return capture.status >= 400 ? refused(capture, sniffed, steps) : extractKind(capture, sniffed, steps)
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_large') return unreadable('too_large', steps)
    throw error
  }
}

function extractKind(capture: Capture, sniffed: Sniffed, steps: readonly Step[]): Extraction {
  if (sniffed.kind === 'image') return extractImage(webAddress(capture.url) ?? '', sniffed.mimetype, steps)
  if (isPage(sniffed)) return extractPage(decodePage(capture, sniffed), steps)
  if (sniffed.kind === 'text' || sniffed.kind === 'markdown')
    return extractPlainText(decodePage(capture, sniffed), steps)
  return unreadable('unsupported_type', steps, { mimetype: statedType(capture, sniffed) })
}

function refused(capture: Capture, sniffed: Sniffed, before: readonly Step[]): Extraction {
  const steps = [...before, { name: 'status', note: String(capture.status) }]
  return unreadable('http_error', steps, isPage(sniffed) ? metadataOfRefusedPage(decodePage(capture, sniffed)) : {})
}

function isPage({ kind, mimetype }: Sniffed): boolean {
  return kind === 'html' || (kind === 'xml' && mimetype.includes('xhtml'))
}

function decodePage(capture: Capture, sniffed: Sniffed): PageText {
  const { text } = decodeText(capture.body, capture.contentType)
  if (Buffer.byteLength(text) > MAX_TEXT_BYTES) throw new AppError('too_large', 'the page has more than 10 MB of text')
  return { url: capture.url, text, mimetype: statedType(capture, sniffed) }
}

/** The header as it was sent (contract, section 4.4), unless the bytes show that it lies. */
function statedType({ contentType }: Capture, { mimetype }: Sniffed): string {
  const essence = contentType?.split(';')[0]?.trim().toLowerCase()
  return contentType !== undefined && essence === mimetype ? contentType.slice(0, 255) : mimetype
}
