import { dateOfNumber } from '../parsing/import-date.ts'
import type { ImportFormat } from '../parsing/row-parser.ts'

/** Tag by which linkding's export marks archived bookmarks. */
const ARCHIVED = 'linkding:bookmarks.archived'

/** linkding's bookmark file: the Netscape format with real titles and a tag for archived bookmarks. */
export const linkding: ImportFormat = {
  kind: 'html',
  read: ({ attributes, text }) => {
    const url = attributes.get('href')
    const tags = (attributes.get('tags') ?? '').split(',').map((tag) => tag.trim())
    return {
      url,
      title: text === url ? undefined : text,
      tags: tags.filter((tag) => tag !== ARCHIVED),
      isArchived: tags.includes(ARCHIVED),
      createdAt: dateOfNumber(attributes.get('add_date'), 'seconds'),
    }
  },
}
