import type { Database } from '../../db/database.ts'
import { StatementCache } from '../../db/statement-cache.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import { labelFinder } from '../list-annotations.ts'
import { listedAnnotation, listedRowsSql, type ListedAnnotation, type ListedRow } from '../listed-annotation.ts'

/** Maximum number of highlights in the list. */
const LIMIT = 5

/** Returns the highlights of an owner that come next in the review, if none is left for the current day. */
export type ListUpcomingHighlights = (owner: UserId) => Promise<readonly ListedAnnotation[]>

/** @returns a function that lists highlights in the order of the days on which they are due */
export function upcomingHighlightLister(database: Database): ListUpcomingHighlights {
  const statements = new StatementCache(database)
  const findLabels = labelFinder(database)
  return async (owner) => {
    const rows = await statements.all<ListedRow>(UPCOMING, [owner])
    const labels = await findLabels(owner, rows)
    return rows.map((row) => listedAnnotation(row, labels))
  }
}

const ORDER = 'annotation.review_due_on, annotation.created_at'
const UPCOMING = listedRowsSql(
  'select annotation.id as listed_id, annotation.entry_id as listed_entry, annotation.created_at as made_at ' +
    "from annotation where annotation.user_id = $1 and annotation.quote <> '' and annotation.review_left_at is null " +
    `order by ${ORDER} limit ${LIMIT}`,
  ORDER,
)
