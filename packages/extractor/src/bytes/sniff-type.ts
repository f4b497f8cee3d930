import { parseContentType } from './content-type.ts'
import { declaredKind, SVG_TYPE, type TypeKind } from './media-type-kind.ts'
import { typeBySignature } from './file-signature.ts'
import { controlCharacterShare, removeControlCharacters } from './control-characters.ts'
import { markupKind } from './markup-kind.ts'

interface SniffedType {
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
  const text = readableHead(head, declaredKind(essence) === 'html')
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

/**
 * Maximum share of control characters in a declared HTML page that does not start with markup. Pages contain single
 * ones by mistake; in binary data, which contains all bytes equally often, 27 of 256 bytes are control characters.
 */
const MAX_CONTROL_SHARE = 0.05

/**
 * A declared HTML page may contain control characters (WHATWG MIME Sniffing standard, section 7: a supplied type of
 * `text/html` is never sniffed as binary data). All other binary data is no text.
 * @returns the head as text without its byte order mark and without control characters; undefined for binary data
 */
function readableHead(head: string, isDeclaredHtml: boolean): string | undefined {
  const isUtf16 = head.startsWith('\xff\xfe') || head.startsWith('\xfe\xff')
  // In UTF-16 text, any byte may be part of a character outside of Latin scripts.
  if (isUtf16) return head.slice(2).replaceAll('\0', '')
  const marked = head.replace(/^\xef\xbb\xbf/, '')
  const text = removeControlCharacters(marked)
  if (text.length === marked.length) return text
  const isPage = isDeclaredHtml && (markupKind(text) !== 'none' || controlCharacterShare(marked) <= MAX_CONTROL_SHARE)
  return isPage ? text : undefined
}
