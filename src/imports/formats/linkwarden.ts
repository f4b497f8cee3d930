import type { ImportFormat, JsonItem } from '../parsing/row-parser.ts'

/**
 * Linkwarden's JSON (apps/web/lib/api/controllers/migration/exportData.ts and the model `Link` in
 * packages/prisma/schema.prisma of Linkwarden): the links are in their collections, and those that are pinned once more in
 * `pinnedLinks`, without their tags.
 *
 * Members of a link: `name`; `url`; `description`, which becomes the note; `tags`, with names; `importDate`, the time in the
 * file that it came from, and `createdAt`. The name of its collection becomes a tag; that of an enclosing collection is not
 * known there. A pinned link is starred. Not imported: `textContent`, which is plain text, `icon`, `color`. Uploaded files have no
 * address and are left out. Highlights are not part of the file.
 */
export const linkwarden: ImportFormat = {
  kind: 'json',
  itemsIn: ['links', 'pinnedLinks'],
  defaultFolder: 'Unorganized',
  // The object around the collections has the name of the user.
  hasFlatFolders: true,
  read: (item) => {
    if (item['url'] === null || item['url'] === '') return { leftOut: 'noPage' }
    const isPinned = item['tags'] === undefined
    return {
      url: item['url'],
      title: item['name'],
      tags: namesOf(item['tags']),
      note: item['description'],
      createdAt: item['importDate'] ?? item['createdAt'],
      ...(isPinned && { isStarred: true, folders: [] }),
    }
  },
}

function namesOf(tags: unknown): unknown[] {
  return Array.isArray(tags) ? tags.map((tag) => (tag as JsonItem | null)?.['name']) : []
}
