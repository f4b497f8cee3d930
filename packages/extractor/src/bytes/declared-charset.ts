import sniffEncoding from 'html-encoding-sniffer'
import { encodingOf } from './charset-label.ts'

/**
 * Number of bytes at the start of a page that are searched for a declared encoding (HTML standard, "prescan a byte
 * stream …").
 */
const PRESCAN_BYTES = 1024
const MAX_MARK = 3

/**
 * Matches the labels of the replacement encoding (Encoding standard), whose decoder rejects every text. They are
 * ignored, so that another declaration is used.
 */
const REPLACEMENT_LABELS = /csiso2022kr|hz-gb-2312|iso-2022-(?:cn-ext|cn|kr)|replacement/gi

/** @returns the encoding that a byte order mark indicates (Encoding standard, "BOM sniff"); undefined without one */
export function markedCharset(body: Uint8Array): string | undefined {
  return sniffed(body.subarray(0, MAX_MARK))
}

/** @returns the encoding that an HTML or XML document declares in its content; undefined if it declares none */
export function declaredCharset(body: Uint8Array): string | undefined {
  const head = Buffer.from(body.subarray(0, PRESCAN_BYTES)).toString('latin1')
  return sniffed(Buffer.from(head.replaceAll(REPLACEMENT_LABELS, 'unknown'), 'latin1'))
}

function sniffed(bytes: Uint8Array): string | undefined {
  return encodingOf(sniffEncoding(bytes, { defaultEncoding: 'unknown' }))
}
