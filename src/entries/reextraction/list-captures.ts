import type { Db } from '../../db/schema.ts'
import type { EntryId, UserId } from '../../kernel/branded-ids.ts'

export interface CaptureFilter {
  /** host of the entry's page */
  readonly host?: string
  readonly owner?: UserId
  /** selects only entries whose text was extracted by a version of the extractor other than this one */
  readonly notVersion?: number
}

/** The key of a captured page: the ids of its owner and its entry. */
export interface CaptureKey {
  readonly owner: UserId
  readonly id: EntryId
}

/**
 * @param after the last key of the previous batch
 * @param limit maximum number of keys in a batch
 * @returns keys of stored pages, sorted by owner and entry. Entries whose text a client supplied are left out.
 */
export async function listCaptures(
  db: Db,
  filter: CaptureFilter,
  after: CaptureKey | undefined,
  limit: number,
): Promise<readonly CaptureKey[]> {
  const { host, owner, notVersion } = filter
  const rows = await db
    .selectFrom('capture')
    .innerJoin('entry', (join) =>
      join.onRef('entry.user_id', '=', 'capture.user_id').onRef('entry.id', '=', 'capture.entry_id'),
    )
    .innerJoin('entry_content', (join) =>
      join
        .onRef('entry_content.user_id', '=', 'capture.user_id')
        .onRef('entry_content.entry_id', '=', 'capture.entry_id'),
    )
    .select(['capture.user_id', 'capture.entry_id'])
    .where('entry.given_fields', 'not like', '%"content"%')
    .$if(after !== undefined, (query) =>
      query.where(({ eb, and, or }) =>
        or([
          eb('capture.user_id', '>', after!.owner),
          and([eb('capture.user_id', '=', after!.owner), eb('capture.entry_id', '>', after!.id)]),
        ]),
      ),
    )
    .$if(host !== undefined, (query) => query.where('entry.domain_name', '=', host!))
    .$if(owner !== undefined, (query) => query.where('capture.user_id', '=', owner!))
    .$if(notVersion !== undefined, (query) => query.where('entry_content.extractor_version', '!=', notVersion!))
    .orderBy('capture.user_id')
    .orderBy('capture.entry_id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ owner: row.user_id as UserId, id: row.entry_id as EntryId }))
}
