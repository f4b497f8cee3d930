import { authorNames } from '../metadata/author-names.ts'
import { cleanText } from '../dom/clean-text.ts'
import type { PdfBlock } from './pdf-block.ts'
import { parsePublishedDate } from '../metadata/parse-date.ts'

interface PdfMetadata {
  readonly title: string | undefined
  readonly authors: readonly string[]
  /** In ISO 8601, UTC. */
  readonly publishedAt: string | undefined
}

/** Matches titles that programs write by default, such as file names and "untitled". */
const NO_TITLE =
  /^(?:untitled|microsoft word|powerpoint presentation|.{0,200}\.(?:pdf|docx?|tex|dvi|indd|qxd|ps|odt|rtf|pages))\b/iu
/** Matches dates in the notation of ISO 32000-2, section 7.9.4: D:YYYYMMDDHHmmSSOHH'mm'. */
const PDF_DATE = /^D:(\d{4})(\d{2})?(\d{2})?(\d{2})?(\d{2})?(\d{2})?(?:Z|([+-])(\d{2})'?(\d{2})?)?/

/**
 * @param info the information dictionary of the file, as pdf.js returns it; untrusted
 * @param blocks the text. If the file states no title, the largest heading is the title
 * @returns the metadata of the file
 */
export function pdfMetadata(info: Readonly<Record<string, unknown>>, blocks: readonly PdfBlock[]): PdfMetadata {
  const stated = cleanText(textField(info, 'Title'), 1000)
  const heading = blocks.slice(0, 20).find(({ level }) => level === 1)?.text
  const title = stated !== undefined && !NO_TITLE.test(stated.slice(0, 220)) ? stated : cleanText(heading, 1000)
  const author = textField(info, 'Author')
  return { title, authors: author === undefined ? [] : authorNames([author], undefined), publishedAt: dateOf(info) }
}

function textField(info: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = Object.hasOwn(info, name) ? info[name] : undefined
  return typeof value === 'string' ? value.slice(0, 2000) : undefined
}

function dateOf(info: Readonly<Record<string, unknown>>): string | undefined {
  const found = PDF_DATE.exec(textField(info, 'CreationDate') ?? '')
  if (found === null) return undefined
  const [, year, month = '01', day = '01', hour = '00', minute = '00', second = '00', sign, hours, minutes = '00'] =
    found
  const zone = sign === undefined ? 'Z' : `${sign}${hours}:${minutes}`
  return parsePublishedDate(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`)
}
