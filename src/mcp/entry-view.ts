import { authorsOf } from '../entries/authors-of.ts'
import type { LoadedEntry } from '../entries/listing/load-entries.ts'
import { shownTitle } from '../entries/shown-title.ts'
import type { PropertySchema } from './tool.ts'

/** @returns what assistants learn about an entry, without its text */
export function entryView({ entry, tags }: LoadedEntry, baseUrl: string) {
  return {
    id: entry.id as number,
    title: shownTitle(entry),
    url: entry.url,
    link: `${baseUrl}/view/${entry.id}`,
    authors: authorsOf(entry),
    tags: tags.map(({ label }) => label),
    minutes: entry.readingTime,
    saved: entry.createdAt,
    archived: entry.isArchived,
    starred: entry.isStarred,
    ...(entry.language !== null && { language: entry.language }),
    ...(entry.publishedAt !== null && { published: entry.publishedAt }),
    ...(entry.note !== null && { note: entry.note }),
  }
}

const text = { type: 'string' } as const

/** The schema of `entryView`. */
export const ENTRY_SCHEMA = {
  type: 'object',
  properties: {
    id: { type: 'integer' },
    title: text,
    url: { type: 'string', description: 'address of the page' },
    link: { type: 'string', description: 'address of the entry in Dogear, for the user' },
    authors: { type: 'array', items: text },
    tags: { type: 'array', items: text },
    minutes: { type: 'integer', description: 'reading time' },
    saved: text,
    archived: { type: 'boolean' },
    starred: { type: 'boolean' },
    language: text,
    published: text,
    note: { type: 'string', description: 'the note of the user about the page' },
  },
  required: ['id', 'title', 'url', 'link', 'authors', 'tags', 'minutes', 'saved', 'archived', 'starred'],
} as const satisfies PropertySchema & Readonly<Record<string, unknown>>
