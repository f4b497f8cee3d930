import { findAddresses } from '../../../entries/saving/find-addresses.ts'
import type { ImportFormat } from '../../parsing/row-parser.ts'

/** Matches a Markdown link; the first group is the link text. */
const MARKDOWN_LINK = /\[([^[\]]{1,500})\]\([^\s()]*(?:\([^\s()]*\)[^\s()]*)*\)/

/** Matches an address with a scheme, or a marker of a list or task at the start of a line. */
const ADDRESS = /https?:\/\/[^\s<>"]+/i
const LIST_MARKER = /^\s*(?:[-*+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?/

/**
 * A text file with one address on each line. The address may lack a scheme or be part of a Markdown link, whose text is
 * the provisional title, as is the text after `|` in the lists of OneTab. Other text on the line becomes the note,
 * including further addresses. Empty lines and headings (`#`) are ignored.
 */
export const addressList: ImportFormat = {
  kind: 'text',
  read: (line) => {
    if (/^\s*(?:#.*)?$/.test(line)) return undefined
    const [found] = findAddresses(line)
    return { url: found?.url, givenUrl: found?.sent, ...textsOf(line) }
  },
}

/** @returns the text of the link and the note on a line, if it has any */
function textsOf(line: string): { readonly linkText?: string; readonly note?: string } {
  const link = MARKDOWN_LINK.exec(line)
  const address = link ?? ADDRESS.exec(line)
  if (address === null) return {}
  const rest = line.replace(address[0], '').replace(LIST_MARKER, '').replaceAll(/\s+/g, ' ').trim()
  if (link === null && rest.startsWith('| ')) return { linkText: rest.slice(2) }
  return { ...(link && { linkText: link[1]! }), ...(/[\p{L}\p{N}]/u.test(rest) && { note: rest }) }
}
