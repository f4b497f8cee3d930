import { isYes } from '../parsing/named-cells.ts'
import type { ImportFormat } from '../parsing/row-parser.ts'
import { highlightsOfRaindrop } from './raindrop.ts'

/** Names of columns for each field, in lower case and without spaces and punctuation. */
const COLUMNS = {
  url: ['url', 'link', 'href', 'address', 'uri', 'website', 'pageurl', 'articleurl', 'bookmarkurl'],
  title: ['title', 'name', 'headline', 'pagetitle'],
  tags: ['tags', 'tag', 'labels', 'keywords', 'topics', 'manualtags', 'automatictags'],
  folder: ['folder', 'folders', 'collection', 'list', 'category', 'path'],
  note: ['note', 'notes', 'description', 'comment', 'comments', 'excerpt', 'summary', 'selection', 'annotations'],
  highlights: ['highlights'],
  created: ['created', 'createdat', 'creationdate', 'timeadded', 'timestamp', 'date', 'time'],
  saved: ['saved', 'savedat', 'saveddate', 'added', 'addedat', 'dateadded'],
  archived: ['archived', 'isarchived', 'archive', 'read', 'isread'],
  unread: ['unread', 'toread', 'isunread'],
  state: ['state', 'status', 'location'],
  starred: ['starred', 'isstarred', 'favorite', 'favourite', 'isfavorite', 'favorited', 'fav', 'liked'],
  authors: ['author', 'authors', 'creator'],
  language: ['language', 'lang'],
  published: ['published', 'publishedat', 'publicationdate', 'publisheddate'],
  picture: ['cover', 'image', 'thumbnail'],
  content: ['content', 'html'],
} as const

/** Matches a file whose first line names a column of addresses. */
export const NAMES_ADDRESSES =
  /^(?:[^\n]*[,;\t])?"?(?:url|link|href|address|uri|website|(?:page|article|bookmark)[ _]?url)"?(?:[,;\t\r\n]|$)/i

/**
 * A table with a column of addresses, such as one of a spreadsheet. The first row names the columns, which are separated by
 * commas, semicolons or tabs, and may be in any order. Not imported: columns with names that are not in `COLUMNS`.
 *
 * wallabag's CSV, which Dogear exports too, has this form (wallabag contract, section 8). Its dates are `dd/mm/yyyy`, and
 * the clock of wallabag has 12 hours without am and pm.
 */
export const namedColumns: ImportFormat = {
  kind: 'csv',
  hasAnySeparator: true,
  read: (cells, index, head) => {
    if (index === 0) return undefined
    const { all, first } = cellsByField(cells, head)
    const content = first('content')
    return {
      url: first('url'),
      title: first('title'),
      tags: all('tags').flatMap((cell) => cell.replaceAll(/^\[|\]$|"/g, '').split(/[,;|]/)),
      folders: first('folder').split(/[/>]/),
      note: all('note'),
      annotations: all('highlights').flatMap(highlightsOfRaindrop),
      isArchived:
        isYes(first('archived')) ||
        /^(?:false|no|0)$/i.test(first('unread').trim()) ||
        /^(?:archived?|read|done)$/i.test(first('state').trim()),
      isStarred: isYes(first('starred')),
      createdAt: isoDate(first('saved') || first('created')),
      authors: first('authors'),
      language: first('language'),
      publishedAt: isoDate(first('published')),
      previewPicture: first('picture'),
      ...(/<\w/.test(content) && { content }),
    }
  },
}

function cellsByField(cells: readonly string[], head: readonly string[]) {
  const names = head.map((name) => name.toLowerCase().replaceAll(/[^a-z]/g, ''))
  /** Returns the cells of all columns of the field that are not empty, in the order of `COLUMNS`. */
  const all = (field: keyof typeof COLUMNS): readonly string[] =>
    COLUMNS[field].map((name) => cells[names.indexOf(name)] ?? '').filter((cell) => cell.trim() !== '')
  return { all, first: (field: keyof typeof COLUMNS): string => all(field)[0] ?? '' }
}

/** @returns the cell, with a date as `dd/mm/yyyy` or `dd.mm.yyyy` converted to ISO 8601 */
function isoDate(cell: string): string {
  return cell.trim().replace(/^(\d\d)[/.](\d\d)[/.](\d{4})\b/, '$3-$2-$1')
}
