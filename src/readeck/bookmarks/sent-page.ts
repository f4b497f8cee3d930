import { randomBytes } from 'node:crypto'
import type { FormPart } from '../wire/form-parts.ts'

/** A page that an app sends, in one file. */
interface SentPage {
  readonly bytes: Buffer
  readonly contentType: string
}

const HTML_TYPE = 'text/html; charset=utf-8'

/**
 * @param url address of the page
 * @returns the page in a form and its pictures as MHTML, which the extractor reads; undefined if the form contains no page.
 *   Files without an address are left out, as in Readeck.
 */
export function pageOfParts(parts: readonly FormPart[], url: string): SentPage | undefined {
  const located = parts.filter(({ name, location, bytes }) => {
    return name === 'resource' && location !== undefined && bytes.length > 0
  })
  const page =
    parts.find(({ name, bytes }) => name === 'html' && bytes.length > 0) ??
    located.find(({ location }) => location === url) ??
    located.find(({ type }) => type?.startsWith('text/html'))
  if (!page) return undefined
  const files = located.filter((one) => one !== page)
  if (files.length === 0) return pageOfHtml(page.bytes, page.type)
  const boundary = randomBytes(30).toString('hex')
  const head = {
    from: '<Saved by an app for Readeck>',
    'snapshot-content-location': url,
    'mime-version': '1.0',
    'content-type': `multipart/related; boundary="${boundary}"`,
  }
  const pieces = [headersOf(head)]
  for (const { location, type, bytes } of [{ ...page, location: url, type: page.type ?? HTML_TYPE }, ...files]) {
    const headers = {
      'content-type': type ?? 'application/octet-stream',
      'content-location': location ?? '',
      'content-transfer-encoding': 'binary',
    }
    pieces.push(Buffer.from(`--${boundary}\r\n`), headersOf(headers), bytes, Buffer.from('\r\n'))
  }
  pieces.push(Buffer.from(`--${boundary}--\r\n`))
  return { bytes: Buffer.concat(pieces), contentType: 'multipart/related' }
}

/** @returns a page that consists of HTML only */
export function pageOfHtml(bytes: Buffer, type = HTML_TYPE): SentPage {
  return { bytes: Buffer.from(bytes), contentType: type }
}

function headersOf(headers: Readonly<Record<string, string>>): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value.replaceAll(/[\r\n]/g, '')}\r\n`)
  return Buffer.from(`${lines.join('')}\r\n`)
}
