import type { ImportFormat } from '../parsing/row-parser.ts'
import { usableContent } from './wallabag-content.ts'

/** The export format of wallabag 2 and of Dogear (wallabag contract, section 8). Entry ids are not imported. */
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
  }),
}
