import { membersAfterContent, membersBeforeContent, parsedJson } from '../../entries/entry-wire-members.ts'
import { contentForOthers } from '../../entries/failed-content.ts'
import { COLORS } from '../../annotations/annotation-color.ts'
import { contentOf } from '../../entries/listing/content-of.ts'
import type { ExportedEntry } from '../exported-entry.ts'

/** The value of a member in a file. */
type WireValue = string | number | boolean | readonly unknown[] | Readonly<Record<string, unknown>>

/**
 * @returns names and values of an entry's members, in the order of the wallabag contract (section 3.1). Null values and
 *   members that describe the owner are omitted. The last member is the note, and an annotation has a colour if it is not
 *   the default one, and tags if there are any; wallabag's files have none of these.
 */
export function wireMembers(one: ExportedEntry): (readonly [name: string, value: WireValue])[] {
  const tags = one.tags.map(({ label }) => label)
  const annotations = one.annotations.map(({ text, quote, ranges, color, tags: own }) => ({
    text,
    quote,
    ranges: parsedJson(ranges),
    ...(color !== COLORS[0] && { color }),
    ...(own && { tags: own }),
  }))
  const members: Readonly<Record<string, unknown>> = {
    ...membersBeforeContent(one.entry, { date: fileDate, tags }),
    content: one.content ? contentOf({ ...one, content: contentForOthers(one) }) : null,
    ...membersAfterContent(one.entry, annotations, fileDate),
    note: one.entry.note,
  }
  return Object.entries(members).filter((member): member is [string, WireValue] => member[1] !== null)
}

/**
 * @returns a time such as `2026-03-01T09:30:00+00:00`. The offset has a colon in files, but not in API responses
 *   (wallabag contract, section 3.2).
 */
function fileDate(iso: string): string {
  return `${new Date(iso).toISOString().slice(0, 19)}+00:00`
}
