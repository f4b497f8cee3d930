import { savingTimeOf } from '../parsing/import-date.ts'
import type { ImportFormat } from '../parsing/row-parser.ts'

/**
 * Pocket's older HTML export, with links under the headings "Unread" and "Read Archive" (wallabag contract, section 11).
 *
 * Attributes of `<a>`: `href`; `time_added`, in seconds; `tags`, separated by commas. The text is the title.
 */
export const pocketHtml: ImportFormat = {
  kind: 'html',
  read: ({ attributes, text, heading }) => {
    const url = attributes.get('href')
    return {
      url,
      // For a page without a title, Pocket writes the address as the link text.
      linkText: text === url ? undefined : text,
      tags: attributes.get('tags'),
      createdAt: savingTimeOf(attributes.get('time_added')),
      isArchived: heading.includes('archive'),
    }
  },
}
