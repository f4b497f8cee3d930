import { contentOf, type ExportedEntry } from '../exported-entry.ts'

/** A member of an entry as files tell it. */
type WireValue = string | number | boolean | readonly unknown[] | Readonly<Record<string, unknown>>

/**
 * @returns the members of an entry with their names, in the order of contract 3.1, without those of its owner; what is
 *   null is left out
 */
export function wireMembers(one: ExportedEntry): (readonly [name: string, value: WireValue])[] {
  const { entry } = one
  const all: readonly (readonly [string, WireValue | null])[] = [
    ['is_archived', entry.isArchived ? 1 : 0],
    ['is_starred', entry.isStarred ? 1 : 0],
    ['tags', one.tags.map(({ label }) => label)],
    ['is_public', entry.uid !== null],
    ['id', entry.id],
    ['uid', entry.uid],
    ['title', entry.title],
    ['url', entry.url],
    ['origin_url', entry.originUrl],
    ['given_url', entry.givenUrl],
    ['archived_at', fileDate(entry.archivedAt)],
    ['content', one.content ? contentOf(one) : null],
    ...afterContent(one),
  ]
  return all.filter((member): member is readonly [string, WireValue] => member[1] !== null)
}

function afterContent({ entry, annotations }: ExportedEntry): (readonly [string, WireValue | null])[] {
  return [
    ['created_at', fileDate(entry.createdAt)],
    ['updated_at', fileDate(entry.updatedAt)],
    ['published_at', fileDate(entry.publishedAt)],
    ['published_by', parsed(entry.publishedBy)],
    ['starred_at', fileDate(entry.starredAt)],
    ['annotations', annotations.map(({ text, quote, ranges }) => ({ text, quote, ranges: parsed(ranges) }))],
    ['mimetype', entry.mimetype],
    ['language', entry.language],
    ['reading_time', entry.readingTime],
    ['domain_name', entry.domainName],
    ['preview_picture', entry.previewPicture],
    ['http_status', entry.httpStatus],
    ['headers', parsed(entry.headers)],
  ]
}

function parsed(json: string | null): WireValue | null {
  return json === null ? null : (JSON.parse(json) as WireValue | null)
}

/** @returns `2026-03-01T09:30:00+00:00`: in files the offset has a colon (contract 3.2) */
function fileDate(iso: string | null): string | null {
  return iso === null ? null : `${new Date(iso).toISOString().slice(0, 19)}+00:00`
}
