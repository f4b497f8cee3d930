import type { Database } from '../../db/database.ts'
import { StatementCache } from '../../db/statement-cache.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import { labelFinder } from '../list-annotations.ts'
import { LEFT_HIGHLIGHTS_PER_PAGE } from './review-rule.ts'
import { listedAnnotation, listedRowsSql, type ListedAnnotation, type ListedRow } from '../listed-annotation.ts'

/** The highlights that a user has taken out of the review. */
export interface LeftHighlights {
  /** @returns the number of the owner's highlights that are no longer reviewed */
  count(owner: UserId): Promise<number>
  /**
   * @param page number of the page, from 1
   * @returns a page of these highlights, those that were taken out last come first
   */
  list(owner: UserId, page: number): Promise<readonly ListedAnnotation[]>
}

const LEFT = 'annotation.user_id = $1 and annotation.review_left_at is not null'
const ORDER = 'annotation.review_left_at desc, annotation.id desc'
const COUNT = `select count(*) as total from annotation where ${LEFT}`
const PAGE = listedRowsSql(
  'select annotation.id as listed_id, annotation.entry_id as listed_entry, annotation.created_at as made_at ' +
    `from annotation where ${LEFT} order by ${ORDER} limit ${LEFT_HIGHLIGHTS_PER_PAGE} offset $2`,
  ORDER,
)

/** @returns functions that list the highlights that are no longer reviewed */
export function leftHighlights(database: Database): LeftHighlights {
  const statements = new StatementCache(database)
  const findLabels = labelFinder(database)
  return {
    count: async (owner) => {
      // The number is a text on PostgreSQL.
      const [row] = await statements.all<{ readonly total: number | string }>(COUNT, [owner])
      return Number(row!.total)
    },
    list: async (owner, page) => {
      const rows = await statements.all<ListedRow>(PAGE, [owner, (page - 1) * LEFT_HIGHLIGHTS_PER_PAGE])
      const labels = await findLabels(owner, rows)
      return rows.map((row) => listedAnnotation(row, labels))
    },
  }
}
