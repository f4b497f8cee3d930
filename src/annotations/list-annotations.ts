import type { Database } from '../db/database.ts'
import type { EntryId, UserId } from '../kernel/brand.ts'

/** An annotation in a list across all entries, with its entry. Times are ISO text in UTC. */
export interface ListedAnnotation {
  readonly id: number
  readonly entryId: EntryId
  readonly entryTitle: string
  readonly siteName: string
  readonly quote: string
  readonly text: string
  readonly createdAt: string
}

export interface AnnotationPage {
  /** number of the owner's annotations */
  readonly total: number
  readonly annotations: readonly ListedAnnotation[]
}

interface Row {
  readonly id: number
  readonly entry_id: number
  readonly title: string | null
  readonly url: string
  readonly domain_name: string | null
  readonly quote: string
  readonly text: string
  readonly created_at: string
}

const LIST = `
  select annotation.id, annotation.entry_id, entry.title, entry.url, entry.domain_name, annotation.quote,
    annotation.text, annotation.created_at
  from annotation join entry on entry.user_id = annotation.user_id and entry.id = annotation.entry_id
  where annotation.user_id = $1 order by annotation.id desc limit $2 offset $3`

export type ListAnnotations = (
  owner: UserId,
  page: { readonly number: number; readonly perPage: number },
) => Promise<AnnotationPage>

/** @returns a function that lists an owner's annotations, newest first, with pages counted from 1 */
export function annotationLister(database: Database): ListAnnotations {
  const list = database.prepare<Row>(LIST)
  const count = database.prepare<{ total: number }>('select count(*) as total from annotation where user_id = $1')
  return async (owner, { number, perPage }) => {
    const [rows, [counted]] = await Promise.all([list.all(owner, perPage, (number - 1) * perPage), count.all(owner)])
    return { total: Number(counted?.total ?? 0), annotations: rows.map(listed) }
  }
}

const listed = (row: Row): ListedAnnotation => ({
  id: Number(row.id),
  entryId: Number(row.entry_id) as EntryId,
  entryTitle: row.title ?? row.url,
  siteName: row.domain_name ?? '',
  quote: row.quote,
  text: row.text,
  createdAt: row.created_at,
})
