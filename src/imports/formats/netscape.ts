import { dateOfNumber } from '../parsing/import-date.ts'
import type { ImportFormat } from '../parsing/row-parser.ts'

/** The Netscape bookmark format, which browsers, Shaarli and most services export. */
export const netscape: ImportFormat = {
  kind: 'html',
  read: ({ attributes, text }) => {
    const url = attributes.get('href')
    return {
      url,
      linkText: text === url ? undefined : text,
      tags: attributes.get('tags'),
      createdAt: dateOfNumber(attributes.get('add_date'), 'seconds'),
    }
  },
}
