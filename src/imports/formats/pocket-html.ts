import { dateOfNumber } from '../parsing/import-date.ts'
import type { ImportFormat } from '../parsing/row-parser.ts'

/** Pocket's older HTML export, with links under the headings "Unread" and "Read Archive". */
export const pocketHtml: ImportFormat = {
  kind: 'html',
  read: ({ attributes, text, heading }) => {
    const url = attributes.get('href')
    return {
      url,
      // For a page without a title, Pocket writes the address as the link text.
      linkText: text === url ? undefined : text,
      tags: attributes.get('tags'),
      createdAt: dateOfNumber(attributes.get('time_added'), 'seconds'),
      isArchived: heading.includes('archive'),
    }
  },
}
