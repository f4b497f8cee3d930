import { dateOfNumber } from '../parsing/import-date.ts'
import type { ImportFormat } from '../parsing/row-parser.ts'

/** Tag that marks archived bookmarks in the export of linkding. */
const ARCHIVED_TAG = 'linkding:bookmarks.archived'

/**
 * linkding's bookmark file. Unlike other files in the Netscape format, it contains titles that a fetched title must not
 * replace, and a tag for archived bookmarks.
 */
export const linkding: ImportFormat = {
  kind: 'html',
  read: ({ attributes, text }) => {
    const url = attributes.get('href')
    const tags = (attributes.get('tags') ?? '').split(',').map((tag) => tag.trim())
    return {
      url,
      title: text === url ? undefined : text,
      tags: tags.filter((tag) => tag !== ARCHIVED_TAG),
      isArchived: tags.includes(ARCHIVED_TAG),
      createdAt: dateOfNumber(attributes.get('add_date'), 'seconds'),
    }
  },
}
