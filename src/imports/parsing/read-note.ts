import { MAX_NOTE } from '../../entries/entry.ts'
import { hasParagraphs } from '../../entries/join-notes.ts'
import { cutText, storableText } from '../../kernel/storable-text.ts'
import { textOfHtml } from '../../query/text/text-of-html.ts'
import { reasonText } from '../import-failure-reasons.ts'

/**
 * @param value a text, or a list of texts from several fields of the file, such as a note and a description
 * @param report called with a sentence if the text is too long for a note and is cut
 * @returns the texts with an empty line between them; a text that another one contains as whole paragraphs is left
 *   out. Undefined if there is none.
 */
export function readNote(value: unknown, report: (notice: string) => void): string | undefined {
  const parts = (Array.isArray(value) ? value : [value]).flatMap((part) => textOf(part) ?? [])
  const distinct = parts.filter((part, index) => !parts.some((other, at) => isCoveredBy(part, other, at < index)))
  const note = distinct.join('\n\n')
  if (note.length > MAX_NOTE) report(reasonText('noteCut', { count: MAX_NOTE }))
  return cutText(note, MAX_NOTE).trim() || undefined
}

function isCoveredBy(part: string, other: string, isLater: boolean): boolean {
  return part === other ? isLater : hasParagraphs(other, part)
}

function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const text = storableText(value).replaceAll(/\r\n?/g, '\n').trim()
  return (PARAGRAPHS_OF_HTML.test(text) ? textOfMarkup(text) : text) || undefined
}

const lineOf = (html: string): string => textOfHtml(html).replaceAll(/\s+/g, ' ').trim()

/** Matches a note that is HTML, as Zotero writes it: it starts and ends with a tag of the same kind of block. */
const PARAGRAPHS_OF_HTML = /^<(p|div|ul|ol|h[1-6])\b[^<>]*>[^]*<\/\1>$/i

/** @returns the text, with a line for each block and item, and an empty line between paragraphs */
function textOfMarkup(html: string): string {
  const blocks = html.split(/<\/?(?:p|div|ul|ol|h[1-6]|blockquote)\b[^<>]*>/i)
  const texts = blocks.map((block) =>
    block
      .split(/<(?:br|li)\b[^<>]*>/i)
      .map(lineOf)
      .filter(Boolean)
      .join('\n'),
  )
  return texts.filter(Boolean).join('\n\n')
}
