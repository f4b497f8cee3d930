import { findAddresses } from '../../entries/saving/find-addresses.ts'
import type { ImportFormat } from '../parsing/row-parser.ts'

/** The text of a Markdown link, such as in a list of links. */
const MARKDOWN = /\[([^[\]]{1,500})\]\(/

/** A text with one address in each line, with or without a scheme; other lines are ignored if they are headings. */
export const addressList: ImportFormat = {
  kind: 'text',
  read: (line) => {
    if (/^\s*(?:#.*)?$/.test(line)) return undefined
    const [found] = findAddresses(line)
    const linkText = MARKDOWN.exec(line)?.[1]
    return { url: found?.given, ...(linkText !== undefined && { linkText }) }
  },
}
