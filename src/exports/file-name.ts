import { cutText } from '../kernel/plain-text.ts'

/** Characters, without the ending. Every file system takes 255 bytes; a folder and a copy mark want room, too. */
const MAX_LENGTH = 100
/** Before transliteration, which makes up to a dozen letters of one character. */
const MAX_TITLE = 1000

/** Names that Windows keeps for devices, whatever the ending (Microsoft, Naming Files, Paths, and Namespaces). */
const RESERVED = /^(?:con|prn|aux|nul|(?:com|lpt)\d)$/i

/**
 * @param title any text
 * @param fallback letters and digits only, for titles of which nothing is left
 * @returns the title in letters, digits, blanks, hyphens and apostrophes of ASCII (contract section 8), never empty,
 *   without an ending; safe as a file name on every system and inside quotation marks of a header
 */
export async function exportFileName(title: string, fallback: string): Promise<string> {
  // Its tables take some 50 milliseconds to load, and plain letters need none.
  const transliterate = /^\p{ASCII}*$/u.test(title) ? String : (await import('transliteration')).transliterate
  const plain = transliterate(cutText(title, MAX_TITLE))
    .replaceAll(/\s/g, ' ')
    .replaceAll(/[^A-Za-z0-9 '-]/g, '')
    .replaceAll(/ {2,}/g, ' ')
    .replace(/^[ -]+/, '')
    .slice(0, MAX_LENGTH)
    .trimEnd()
  if (!/[A-Za-z0-9]/.test(plain)) return fallback
  return RESERVED.test(plain) ? `${plain}-` : plain
}
