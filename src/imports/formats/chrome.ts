import { savingTimeOf } from '../parsing/import-date.ts'
import type { ImportFormat } from '../parsing/row-parser.ts'

/**
 * Chrome's file `Bookmarks` in the profile folder, and those of Edge, Brave, Opera and Vivaldi (Chromium,
 * components/bookmarks/browser/bookmark_codec.cc).
 *
 * Members of a bookmark: `url`; `name`, the title; `date_added`, in microseconds since 1601; `type`, which is `folder` for
 * folders; `tags` in some browsers. Not imported: `date_last_used`, `date_modified`, `guid`, `id`, `meta_info`. The
 * folders within "Bookmarks bar", "Other bookmarks" and "Mobile bookmarks" become a nested tag.
 */
export const chrome: ImportFormat = {
  kind: 'json',
  itemsIn: ['children'],
  browserFolders: 1,
  read: (item) => {
    if (item['type'] === 'folder') return undefined
    const createdAt = savingTimeOf(item['date_added'], 'chrome')
    return { url: item['url'], title: item['name'], tags: item['tags'], createdAt }
  },
}
