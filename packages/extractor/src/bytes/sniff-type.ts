import { parseContentType } from './content-type.ts'
import { declaredKind, SVG_TYPE, type TypeKind } from './media-type-kind.ts'
import { typeBySignature } from './file-signature.ts'
import { markupKind } from './markup-kind.ts'

export interface SniffedType {
  readonly kind: TypeKind
  /** media type in lower case, without parameters */
  readonly mimetype: string
}

/** Number of bytes at the start of a body that are examined. */
const HEAD_BYTES = 4096
const UNKNOWN_TYPE = 'application/octet-stream'

/**
 * Determines the type of a body. The bytes decide; the header matters only if the bytes fit several types. For example,
 * a header alone never makes a body an image or a PDF. SVG and unknown types have the kind 'other'.
 * @param contentType the Content-Type header
 */
export function sniffType(body: Uint8Array, contentType: string | undefined): SniffedType {
  const head = Buffer.from(body.subarray(0, HEAD_BYTES)).toString('latin1')
  const signed = typeBySignature(head)
  if (signed !== undefined) return { kind: signedKind(signed), mimetype: signed }
  const { essence = '' } = parseContentType(contentType)
  const text = readableHead(head)
  return text === undefined ? binaryType(essence) : textType(text, essence)
}

function signedKind(mimetype: string): TypeKind {
  if (mimetype === 'application/pdf') return 'pdf'
  return mimetype.startsWith('image/') ? 'image' : 'other'
}

/**
 * @returns the type of binary data without a known signature. A declared text type is wrong for binary data, and images
 * and PDFs would have a signature. All these types are therefore replaced by `application/octet-stream`.
 */
function binaryType(essence: string): SniffedType {
  return declaredKind(essence) === 'other' ? otherType(essence) : { kind: 'other', mimetype: UNKNOWN_TYPE }
}

function textType(text: string, essence: string): SniffedType {
  const kind = declaredKind(essence)
  // Declared plain text stays plain text, even if it contains markup.
  if (kind === 'text' || kind === 'markdown') return { kind, mimetype: essence }
  const markup = markupKind(text)
  if (markup === 'svg' || essence === SVG_TYPE) return { kind: 'other', mimetype: SVG_TYPE }
  if (markup === 'html' || kind === 'html') return { kind: 'html', mimetype: htmlType(essence) }
  if (kind !== 'other') return { kind, mimetype: essence }
  if (markup === 'xml') return { kind: 'xml', mimetype: 'application/xml' }
  return essence === '' && text !== '' ? { kind: 'text', mimetype: 'text/plain' } : otherType(essence)
}

function otherType(essence: string): SniffedType {
  const isLie = essence === '' || essence.startsWith('image/') || essence === 'application/pdf'
  return { kind: 'other', mimetype: isLie ? UNKNOWN_TYPE : essence }
}

function htmlType(essence: string): string {
  return essence === 'application/xhtml+xml' ? essence : 'text/html'
}

/** Matches a binary data byte (WHATWG MIME Sniffing standard). */
// oxlint-disable-next-line no-control-regex
const BINARY_BYTE = /[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f]/

/**
 * @returns the head as text without its byte order mark; undefined for binary data. UTF-16 text may contain NUL bytes.
 */
function readableHead(head: string): string | undefined {
  const isUtf16 = head.startsWith('\xff\xfe') || head.startsWith('\xfe\xff')
  const text = isUtf16 ? head.slice(2).replaceAll('\0', '') : head.replace(/^\xef\xbb\xbf/, '')
  // The test does not apply to UTF-16: characters outside of Latin scripts may contain any byte.
  return !isUtf16 && BINARY_BYTE.test(text) ? undefined : text
}
