import { storedTags } from '../../annotations/annotation-tags.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import type { TableColumns } from './insert-rows-as-json.ts'
import type { ImportRow } from '../import-row.ts'
import type { EntryId } from '../../kernel/branded-ids.ts'

/** Members of a row, and the id of its entry. */
interface RowPart<K extends keyof ImportRow> {
  readonly id: EntryId
  readonly row: Pick<ImportRow, K>
}

export const ADDRESS_COLUMNS: TableColumns = {
  table: 'entry_address',
  columns: { user_id: 'int', hash: 'hex', entry_id: 'int' },
}

export const CONTENT_COLUMNS: TableColumns = {
  table: 'entry_content',
  columns: { user_id: 'int', entry_id: 'int', content: 'utf8', extractor_version: 'int' },
}

export const ENTRY_TAG_COLUMNS: TableColumns = {
  table: 'entry_tag',
  columns: { user_id: 'int', entry_id: 'int', tag_id: 'int' },
}

export const ERROR_COLUMNS: TableColumns = {
  table: 'import_error',
  columns: { user_id: 'int', import_id: 'int', row_number: 'int', reason: 'text' },
}

export const PAGE_COLUMNS: TableColumns = {
  table: 'import_page',
  columns: { user_id: 'int', import_id: 'int', entry_id: 'int' },
}

export const ANNOTATION_COLUMNS: TableColumns = {
  table: 'annotation',
  columns: {
    user_id: 'int',
    entry_id: 'int',
    text: 'text',
    quote: 'text',
    ranges: 'text',
    color: 'text',
    tags: 'text',
    created_at: 'text',
    updated_at: 'text',
    import_id: 'int',
  },
}

export const PROGRESS_COLUMNS: TableColumns = {
  table: 'entry_progress',
  columns: { user_id: 'int', entry_id: 'int', block: 'int', share: 'real', revision: 'int', updated_at: 'text' },
}

/**
 * @returns the column values of the reading positions of these rows. Files contain no time of reading, so it is the time
 *   of archiving or saving. The block is unknown until the text is fetched.
 */
export function progressValues(
  stored: readonly RowPart<'progress' | 'archivedAt' | 'createdAt'>[],
  { owner, revision, now }: { readonly owner: UserId; readonly revision: number; readonly now: string },
): object[] {
  return stored.flatMap(({ id, row: { progress: share, archivedAt, createdAt } }) =>
    share === undefined
      ? []
      : [{ user_id: owner, entry_id: id, block: 0, share, revision, updated_at: archivedAt ?? createdAt ?? now }],
  )
}

interface AnnotationOrigin {
  readonly owner: UserId
  /** ISO time */
  readonly now: string
  /** the import whose undoing takes the annotations back; null if they share the fate of their entry */
  readonly importId: number | null
}

/** @returns the column values of all annotations of these rows, as `ANNOTATION_COLUMNS` lists them */
export function annotationValues(
  stored: readonly RowPart<'annotations'>[],
  { owner, now, importId }: AnnotationOrigin,
): object[] {
  return stored.flatMap(({ id, row }) =>
    (row.annotations ?? []).map(({ text, quote, ranges, color, tags = [], createdAt, updatedAt }) => ({
      user_id: owner,
      entry_id: id,
      text,
      quote,
      ranges,
      color,
      tags: storedTags(tags),
      created_at: createdAt ?? now,
      updated_at: updatedAt ?? createdAt ?? now,
      import_id: importId,
    })),
  )
}
