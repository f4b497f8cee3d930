import { parseContentType } from './content-type.ts'
import { declaredKind, SVG_TYPE, type TypeKind } from './declared-kind.ts'
import { signedType } from './file-signature.ts'
import { markupKind } from './markup-root.ts'

export interface SniffedType {
  readonly kind: TypeKind
  /** lower case, without parameters */
  readonly mimetype: string
}

/** Number of bytes of a body that are checked. */
const HEAD_BYTES = 4096
const UNKNOWN = 'application/octet-stream'

/**
 * Determines the type of a body by its bytes first and its header second. Only known kinds are more than 'other': a
 * header cannot turn other bytes into an image, a PDF or a page. SVG is always 'other'.
 * @param contentType the header field
 */
export function sniffType(body: Uint8Array, contentType: string | undefined): SniffedType {
  const head = Buffer.from(body.subarray(0, HEAD_BYTES)).toString('latin1')
  const signed = signedType(head)
  if (signed !== undefined) return { kind: signedKind(signed), mimetype: signed }
  const { essence = '' } = parseContentType(contentType)
  const text = readableHead(head)
  return text === undefined ? binaryType(essence) : textType(text, essence)
}

function signedKind(mimetype: string): TypeKind {
  if (mimetype === 'application/pdf') return 'pdf'
  return mimetype.startsWith('image/') ? 'image' : 'other'
}

/** A text type, or one with a signature, is false for bytes that are neither, so it is not passed on. */
function binaryType(essence: string): SniffedType {
  return declaredKind(essence) === 'other' ? otherType(essence) : { kind: 'other', mimetype: UNKNOWN }
}

function textType(text: string, essence: string): SniffedType {
  const kind = declaredKind(essence)
  // plain text stays plain text, even if it contains markup
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
  return { kind: 'other', mimetype: isLie ? UNKNOWN : essence }
}

function htmlType(essence: string): string {
  return essence === 'application/xhtml+xml' ? essence : 'text/html'
}

/** WHATWG MIME Sniffing standard, "binary data byte". */
// oxlint-disable-next-line no-control-regex
const BINARY = /[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f]/

/** @returns the head as text, or undefined for binary data; with a UTF-16 mark, NUL is no sign of it */
function readableHead(head: string): string | undefined {
  const isUtf16 = head.startsWith('\xff\xfe') || head.startsWith('\xfe\xff')
  const text = isUtf16 ? head.slice(2).replaceAll('\0', '') : head.replace(/^\xef\xbb\xbf/, '')
  // UTF-16 of other scripts uses all byte values
  return !isUtf16 && BINARY.test(text) ? undefined : text
}
