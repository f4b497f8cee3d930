import { cutText } from '../kernel/plain-text.ts'

/** In characters, without the extension. File systems support 255 bytes; a folder and a copy suffix need room, too. */
const MAX_LENGTH = 100
/** Maximum length of a title before transliteration, which turns one character into up to a dozen letters. */
const MAX_TITLE = 1000

/** Names that Windows reserves for devices, whatever the extension (Microsoft, Naming Files, Paths, and Namespaces). */
const RESERVED = /^(?:con|prn|aux|nul|(?:com|lpt)\d)$/i

/**
 * @param title any text
 * @param fallback letters and digits only, for titles whose conversion is empty
 * @returns the title in letters, digits, spaces, hyphens and apostrophes of ASCII (contract section 8), never empty,
 *   without an extension; safe as a file name on every system and inside quotation marks of a header
 */
export async function exportFileName(title: string, fallback: string): Promise<string> {
  // ASCII titles do not need the transliteration tables, which take some 50 milliseconds to load.
  const spell = /^\p{ASCII}*$/u.test(title) ? String : (await import('./romanize.ts')).romanize
  const plain = spell(cutText(title, MAX_TITLE))
    .replaceAll(/\s/g, ' ')
    .replaceAll(/[^A-Za-z0-9 '-]/g, '')
    .replaceAll(/ {2,}/g, ' ')
    .replace(/^[ -]+/, '')
    .slice(0, MAX_LENGTH)
    .trimEnd()
  if (!/[A-Za-z0-9]/.test(plain)) return fallback
  return RESERVED.test(plain) ? `${plain}-` : plain
}
