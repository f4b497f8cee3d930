import { findAddresses } from '../../entries/saving/find-addresses.ts'
import type { ImportFormat } from '../parsing/row-parser.ts'

/** Matches the start of a Markdown link; the group is the link text. */
const MARKDOWN_LINK = /\[([^[\]]{1,500})\]\(/

/**
 * A text file with one address on each line. The address may lack a scheme or be part of a Markdown link. Empty lines
 * and headings (`#`) are ignored.
 */
export const addressList: ImportFormat = {
  kind: 'text',
  read: (line) => {
    if (/^\s*(?:#.*)?$/.test(line)) return undefined
    const [found] = findAddresses(line)
    const linkText = MARKDOWN_LINK.exec(line)?.[1]
    return { url: found?.given, ...(linkText !== undefined && { linkText }) }
  },
}
