import { cutText } from '../kernel/storable-text.ts'

/**
 * Maximum number of characters, without the extension. File systems allow 255 bytes, but browsers may add a prefix or a
 * suffix such as "(1)".
 */
const MAX_LENGTH = 100
/**
 * Number of characters at the start of a title that are transliterated. The rest is ignored, because one character may
 * become a dozen letters.
 */
const MAX_TITLE = 1000

/** Names that Windows reserves for devices, whatever the extension (Microsoft, Naming Files, Paths, and Namespaces). */
const RESERVED_NAMES = /^(?:con|prn|aux|nul|(?:com|lpt)\d)$/i

/**
 * @param title any text
 * @param fallback name in letters and digits, used if no letter or digit of the title can be converted
 * @returns a file name without extension, in ASCII letters, digits, spaces, hyphens and apostrophes (wallabag contract,
 * section 8). It is not empty, valid on every operating system, and safe inside the quotation marks of a header.
 */
export async function exportFileName(title: string, fallback: string): Promise<string> {
  // Titles in ASCII do not need the transliteration tables, which take about 50 ms to load.
  const spell = /^\p{ASCII}*$/u.test(title) ? String : (await import('./romanize.ts')).romanize
  const plain = spell(cutText(title, MAX_TITLE))
    .replaceAll(/\s/g, ' ')
    .replaceAll(/[^A-Za-z0-9 '-]/g, '')
    .replaceAll(/ {2,}/g, ' ')
    .replace(/^[ -]+/, '')
    .slice(0, MAX_LENGTH)
    .trimEnd()
  if (!/[A-Za-z0-9]/.test(plain)) return fallback
  return RESERVED_NAMES.test(plain) ? `${plain}-` : plain
}
