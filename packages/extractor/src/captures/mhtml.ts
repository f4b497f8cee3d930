import { parseContentType } from '../bytes/content-type.ts'
import type { PageWithFiles, SavedFrames } from './captured-files.ts'

/** Limits of a file: the number of its parts, the length of the headers of each, and the depth of parts within parts. */
const MAX_PARTS = 2000
const MAX_HEADERS = 64 * 1024
const MAX_DEPTH = 5

const HTML_TYPES = new Set(['text/html', 'application/xhtml+xml'])

interface Part {
  readonly headers: ReadonlyMap<string, string>
  readonly body: Buffer
}

/**
 * Reads a page in MHTML (RFC 2557), as Chromium saves it: a message with the page and the files that it shows.
 * `postal-mime`, which reads mail here, does not return the Content-Location by which the page refers to its files.
 *
 * @returns the page and its files; undefined if the file contains no page
 */
export function readMhtml(file: Uint8Array): PageWithFiles | undefined {
  const message = splitPart(Buffer.from(file.buffer, file.byteOffset, file.byteLength))
  if (message === undefined) return undefined
  const parts = partsOf(message, 0)
  const address = message.headers.get('snapshot-content-location')
  const pages = parts.filter(({ headers }) => HTML_TYPES.has(typeOf(headers)))
  const page = pages.find(({ headers }) => headers.get('content-location') === address) ?? pages[0]
  if (page === undefined) return undefined
  const others = parts.filter((part) => part !== page)
  return {
    url: page.headers.get('content-location') ?? address,
    contentType: page.headers.get('content-type'),
    body: decoded(page),
    frames: framesAmong(others),
    parts: new Map(others.flatMap((part) => addressesOf(part).map((one) => [one, decoded(part)] as const))),
  }
}

/** @returns the pages in frames, by their addresses */
function framesAmong(parts: readonly Part[]): SavedFrames {
  const pages = parts.filter(({ headers }) => HTML_TYPES.has(typeOf(headers)))
  return new Map(
    pages.flatMap((part) => {
      const [location, contentType] = [part.headers.get('content-location'), part.headers.get('content-type')]
      return addressesOf(part).map((address) => [address, { location, contentType, body: decoded(part) }] as const)
    }),
  )
}

/** @returns the headers and the body of a part; undefined if its headers have no end */
function splitPart(bytes: Buffer): Part | undefined {
  const head = bytes.toString('latin1', 0, MAX_HEADERS)
  const end = /\r?\n\r?\n/.exec(head)
  if (end === null) return undefined
  const lines = head
    .slice(0, end.index)
    .replaceAll(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/)
  const fields = lines.flatMap((line) => {
    const [, name, value] = /^([\w-]{1,100}):\s*(.*)$/.exec(line) ?? []
    return name === undefined ? [] : [[name.toLowerCase(), value!.trim()] as const]
  })
  return { headers: new Map(fields), body: bytes.subarray(end.index + end[0].length) }
}

const typeOf = (headers: Part['headers']): string => parseContentType(headers.get('content-type')).essence ?? ''

/** @returns the parts of a message that have no parts themselves, in their order */
function partsOf(message: Part, depth: number): Part[] {
  const boundary = /;\s*boundary\s*=\s*(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(
    message.headers.get('content-type') ?? '',
  )
  const mark = boundary?.[1] ?? boundary?.[2]
  if (mark === undefined || !typeOf(message.headers).startsWith('multipart/')) return [message]
  if (depth >= MAX_DEPTH) return []
  const found: Part[] = []
  for (const piece of piecesBetween(message.body, `--${mark}`)) {
    const part = splitPart(piece)
    if (part !== undefined) found.push(...partsOf(part, depth + 1))
    if (found.length >= MAX_PARTS) break
  }
  return found
}

/** @returns the pieces between lines that start with the mark, without the line breaks before and after the mark */
function piecesBetween(body: Buffer, mark: string): Buffer[] {
  const pieces: Buffer[] = []
  let start = -1
  for (let at = body.indexOf(mark); at >= 0; at = body.indexOf(mark, at + mark.length)) {
    if (at > 0 && body[at - 1] !== 0x0a) continue
    if (start >= 0) pieces.push(body.subarray(start, body[at - 2] === 0x0d ? at - 2 : at - 1))
    const end = body.indexOf('\n', at + mark.length)
    if (body.toString('latin1', at + mark.length, at + mark.length + 2) === '--' || end < 0) return pieces
    if (pieces.length >= MAX_PARTS) return pieces
    start = end + 1
  }
  if (start >= 0) pieces.push(body.subarray(start))
  return pieces
}

/** @returns the addresses by which the page may refer to a part */
function addressesOf({ headers }: Part): string[] {
  const id = headers.get('content-id')?.replaceAll(/^<|>$/g, '')
  const location = headers.get('content-location')
  return [...(location === undefined ? [] : [location]), ...(id === undefined ? [] : [`cid:${id}`])]
}

function decoded({ headers, body }: Part): Uint8Array {
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase()
  if (encoding === 'base64') return Buffer.from(body.toString('latin1'), 'base64')
  return encoding === 'quoted-printable' ? fromQuotedPrintable(body) : body
}

/** @returns the bytes of a text in quoted-printable (RFC 2045, 6.7) */
function fromQuotedPrintable(body: Buffer): Buffer {
  const joined = body.toString('latin1').replaceAll(/=[ \t]*\r?\n/g, '')
  const text = joined.replaceAll(/=([\dA-Fa-f]{2})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
  return Buffer.from(text, 'latin1')
}
