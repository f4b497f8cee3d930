import type { UserId } from '../../kernel/brand.ts'
import type { InsertPlan } from './insert-many.ts'
import type { StoredRow } from './store-context.ts'

export const ADDRESS_PLAN: InsertPlan = {
  table: 'entry_address',
  columns: { user_id: 'int', hash: 'hex', entry_id: 'int' },
}

export const CONTENT_PLAN: InsertPlan = {
  table: 'entry_content',
  columns: { user_id: 'int', entry_id: 'int', content: 'utf8', extractor_version: 'int' },
}

export const ENTRY_TAG_PLAN: InsertPlan = {
  table: 'entry_tag',
  columns: { user_id: 'int', entry_id: 'int', tag_id: 'int' },
}

export const ERROR_PLAN: InsertPlan = {
  table: 'import_error',
  columns: { user_id: 'int', import_id: 'int', row_number: 'int', reason: 'text' },
}

export const PAGE_PLAN: InsertPlan = {
  table: 'import_page',
  columns: { user_id: 'int', import_id: 'int', entry_id: 'int' },
}

export const ANNOTATION_PLAN: InsertPlan = {
  table: 'annotation',
  columns: {
    user_id: 'int',
    entry_id: 'int',
    text: 'text',
    quote: 'text',
    ranges: 'text',
    created_at: 'text',
    updated_at: 'text',
  },
}

/** @returns the column values of all annotations of these rows, as `ANNOTATION_PLAN` lists them */
export function annotationValues(stored: readonly StoredRow[], owner: UserId, now: string): object[] {
  return stored.flatMap(({ id, row }) =>
    (row.annotations ?? []).map(({ text, quote, ranges, createdAt, updatedAt }) => ({
      user_id: owner,
      entry_id: id,
      text,
      quote,
      ranges,
      created_at: createdAt ?? now,
      updated_at: updatedAt ?? createdAt ?? now,
    })),
  )
}
