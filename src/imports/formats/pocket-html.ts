import { dateOfNumber } from '../parsing/import-date.ts'
import type { ImportFormat } from '../parsing/row-parser.ts'

/** Pocket's older export: links under the headings "Unread" and "Read Archive". */
export const pocketHtml: ImportFormat = {
  kind: 'html',
  read: ({ attributes, text, heading }) => {
    const url = attributes.get('href')
    return {
      url,
      // Where Pocket knew no title, the text is the address.
      linkText: text === url ? undefined : text,
      tags: attributes.get('tags'),
      createdAt: dateOfNumber(attributes.get('time_added'), 'seconds'),
      isArchived: heading.includes('archive'),
    }
  },
}
