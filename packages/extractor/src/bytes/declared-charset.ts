import sniffEncoding from 'html-encoding-sniffer'
import { encodingOf } from './charset-label.ts'

/** HTML standard, "prescan a byte stream to determine its encoding": number of bytes of a page to read. */
const PRESCAN_BYTES = 1024
const LONGEST_MARK = 3

/**
 * Encoding standard: the labels of the replacement encoding, whose decoder rejects every text. They count as unknown,
 * so a later declaration is used.
 */
const REPLACEMENT_LABELS = /csiso2022kr|hz-gb-2312|iso-2022-(?:cn-ext|cn|kr)|replacement/gi

/** @returns the encoding of the byte order mark (Encoding standard, "BOM sniff") */
export function markedCharset(body: Uint8Array): string | undefined {
  return sniffed(body.subarray(0, LONGEST_MARK))
}

/** @returns the encoding that a page or XML document declares in its content */
export function declaredCharset(body: Uint8Array): string | undefined {
  const head = Buffer.from(body.subarray(0, PRESCAN_BYTES)).toString('latin1')
  return sniffed(Buffer.from(head.replaceAll(REPLACEMENT_LABELS, 'unknown'), 'latin1'))
}

function sniffed(bytes: Uint8Array): string | undefined {
  return encodingOf(sniffEncoding(bytes, { defaultEncoding: 'unknown' }))
}
