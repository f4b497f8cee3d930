import type { ImportFormat } from '../parsing/row-parser.ts'
import { usableContent } from './wallabag-content.ts'

/**
 * The JSON export of wallabag 2 and of Dogear (wallabag contract, section 8).
 *
 * Members: see below. `note`, and `color` in an annotation, are only in files of Dogear. Not imported: `id`, `is_public`,
 * `updated_at`, `reading_time`, `domain_name` and the user, because the import determines them.
 */
export const wallabagV2: ImportFormat = {
  kind: 'json',
  itemsIn: 'root',
  read: (item) => ({
    url: item['url'],
    title: item['title'],
    tags: item['tags'],
    isArchived: item['is_archived'],
    isStarred: item['is_starred'],
    createdAt: item['created_at'],
    archivedAt: item['archived_at'],
    starredAt: item['starred_at'],
    content: usableContent(item['content']),
    authors: item['published_by'],
    publishedAt: item['published_at'],
    language: item['language'],
    mimetype: item['mimetype'],
    previewPicture: item['preview_picture'],
    originUrl: item['origin_url'],
    givenUrl: item['given_url'],
    httpStatus: item['http_status'],
    headers: item['headers'],
    uid: item['uid'],
    annotations: item['annotations'],
    note: item['note'],
  }),
}
