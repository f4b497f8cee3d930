import { savingTimeOf } from '../parsing/import-date.ts'
import type { HtmlLink, ImportFormat } from '../parsing/row-parser.ts'
import type { RawRow } from '../import-row.ts'

/**
 * The Netscape bookmark format, which browsers, Shaarli, Pinboard, Raindrop.io and most services export ("Netscape
 * Bookmark File Format", Microsoft Learn; Firefox, toolkit/components/places/BookmarkHTMLUtils.sys.mjs; Shaarli,
 * tpl/default/export.bookmarks.html).
 *
 * Attributes of `<A>`: `HREF`; `ADD_DATE`, in seconds, in some files in milliseconds or microseconds; `TAGS`, separated by
 * commas; `DATA-COVER`, the address of a picture, and `DATA-IMPORTANT`, a star, both from Raindrop.io. The text is the
 * title, `<DD>` the note, and the names of the folders (`<H3>`) become a nested tag. Not imported: `ICON`, `ICON_URI`,
 * `LAST_CHARSET`, `LAST_MODIFIED`, `LAST_VISIT`, `PRIVATE`, `SHORTCUTURL`, `TOREAD`, descriptions of folders.
 */
export const netscape: ImportFormat = {
  kind: 'html',
  read: (link) => {
    const url = link.attributes.get('href')
    return {
      ...bookmarkFields(link),
      linkText: link.text === url ? undefined : link.text,
      tags: link.attributes.get('tags'),
      note: link.description,
    }
  },
}

/** @returns the fields that all files in the Netscape format have in common */
export function bookmarkFields({ attributes, folders }: HtmlLink): RawRow {
  return {
    url: attributes.get('href'),
    createdAt: savingTimeOf(attributes.get('add_date')),
    previewPicture: attributes.get('data-cover'),
    ...(attributes.get('data-important') === 'true' && { isStarred: true }),
    folders,
  }
}
