import type { ImportFormat } from '../parsing/row-parser.ts'
import { bookmarkFields } from './netscape.ts'

/** Tags that mark archived bookmarks in the export of linkding; the second one in older versions. */
const ARCHIVED_TAGS: ReadonlySet<string> = new Set(['linkding:bookmarks.archived', 'linkding:archived'])

/** Encloses the note, which follows the description in the same element. The closing mark is missing in some files. */
const NOTES = /\[linkding-notes\](.*?)(?:\[\/linkding-notes\]|$)/s

/**
 * linkding's bookmark file (its bookmarks/services/exporter.py and parser.py). Unlike other files in the Netscape format,
 * it contains titles that a fetched title must not replace, and a tag for archived bookmarks.
 *
 * Attributes of `<A>`: `HREF`, `ADD_DATE`, `TAGS`. Not imported: `LAST_MODIFIED`, `PRIVATE`, `TOREAD`. `<DD>` contains the
 * description, and the note in `[linkding-notes]`.
 */
export const linkding: ImportFormat = {
  kind: 'html',
  read: (link) => {
    const url = link.attributes.get('href')
    const tags = (link.attributes.get('tags') ?? '').split(',').map((tag) => tag.trim())
    const notes = NOTES.exec(link.description)
    return {
      ...bookmarkFields(link),
      title: link.text === url ? undefined : link.text,
      tags: tags.filter((tag) => !ARCHIVED_TAGS.has(tag)),
      note: notes ? [notes[1], link.description.replace(NOTES, '')] : link.description,
      isArchived: tags.some((tag) => ARCHIVED_TAGS.has(tag)),
    }
  },
}
