import { setImmediate } from 'node:timers/promises'
import { StatementRegistry } from '../../db/statement-registry.ts'
import { type JobPayloads, type JobRun, RetryLater } from '../../jobs/job-queue.ts'
import type { EntryId, UserId } from '../../kernel/brand.ts'
import { changeMany, type ChangeManyDeps, type ManyAction } from './change-many.ts'
import { type EntryFilter, filterSql } from '../listing/entry-filter.ts'

/** Entries between two looks at whether the process stops. */
const PIECE = 100

/**
 * Changes every entry of a list, by id from the oldest, up to the newest that was there when it was ordered. Starting
 * again changes nothing twice, because what is set is a state.
 */
export function changeListedJob(deps: ChangeManyDeps) {
  const book = new StatementRegistry(deps.database)
  return async (payload: JobPayloads['entries.change'], { signal }: JobRun): Promise<void> => {
    const owner = payload.userId as UserId
    const action = payload.action as unknown as ManyAction
    let after = 0
    for (;;) {
      if (signal.aborted) throw new RetryLater('the process stops', 0)
      const span = { after, upTo: payload.upTo, most: PIECE }
      const ids = await listedIds(book, owner, payload.filter as unknown as EntryFilter, span)
      if (ids.length === 0) return
      await changeMany(deps, owner, ids, { action, requestId: payload.requestId })
      after = ids.at(-1)!
      await setImmediate()
    }
  }
}

interface IdSpan {
  readonly after: number
  readonly upTo: number
  readonly most: number
}

/** @returns ids of the entries of a list within a span, in rising order */
export async function listedIds(
  book: StatementRegistry,
  owner: UserId,
  filter: EntryFilter,
  { after, upTo, most }: IdSpan,
): Promise<EntryId[]> {
  const { where, parameters } = filterSql(owner, filter)
  const [from, to, limit] = [1, 2, 3].map((place) => `$${parameters.length + place}`)
  const rows = await book.all<{ id: number }>(
    `select entry.id from entry where ${where} and entry.id > ${from} and entry.id <= ${to} order by entry.id limit ${limit}`,
    [...parameters, after, upTo, most],
  )
  return rows.map(({ id }) => id as EntryId)
}
