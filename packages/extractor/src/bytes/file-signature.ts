const SIGNATURES: readonly (readonly [prefix: string, mimetype: string])[] = [
  ['\x89PNG\r\n\x1a\n', 'image/png'],
  ['\xff\xd8\xff', 'image/jpeg'],
  ['GIF87a', 'image/gif'],
  ['GIF89a', 'image/gif'],
  ['%PDF-', 'application/pdf'],
  ['PK\x03\x04', 'application/zip'],
  ['PK\x05\x06', 'application/zip'],
  ['\x1f\x8b\x08', 'application/gzip'],
]

/** Number of bytes at the start of an ISO media file that are searched for the format names `avif` and `avis`. */
const BRANDS_END = 64

/**
 * Recognizes a file by its first bytes (based on the WHATWG MIME Sniffing standard, "matching an image type pattern"
 * and "archive type pattern").
 * @param head the first bytes of a body, one character for each byte
 * @returns the media type; undefined if no signature matches
 */
export function typeBySignature(head: string): string | undefined {
  const prefix = SIGNATURES.find(([bytes]) => head.startsWith(bytes))
  if (prefix) return prefix[1]
  if (head.startsWith('RIFF') && head.startsWith('WEBP', 8)) return 'image/webp'
  return isAvif(head) ? 'image/avif' : undefined
}

/**
 * @returns whether an `ftyp` box names the brand `avif` or `avis` (ISO/IEC 14496-12, 4.3, and the AVIF specification)
 */
function isAvif(head: string): boolean {
  if (!head.startsWith('ftyp', 4)) return false
  const size = Buffer.from(head.slice(0, 4), 'latin1').readUInt32BE(0)
  for (let at = 8; at + 4 <= Math.min(size, BRANDS_END, head.length); at += 4) {
    const brand = head.slice(at, at + 4)
    if (at !== 12 && (brand === 'avif' || brand === 'avis')) return true
  }
  return false
}
