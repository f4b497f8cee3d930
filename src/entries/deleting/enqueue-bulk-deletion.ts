import type { Database } from '../../db/database.ts'
import type { Db } from '../../db/schema.ts'
import type { JobPayloads, JobQueue } from '../../jobs/job-queue.ts'
import type { TagId, UserId } from '../../kernel/branded-ids.ts'
import { ownerTransaction, type OwnerTx } from '../../users/owner-transaction.ts'

export interface EnqueueBulkDeletionDeps {
  readonly database: Database
  readonly jobs: JobQueue
}

export type BulkDeletionKind = JobPayloads['library.clear']['kind']

/** The records to delete. The kind `tagged` means the entries with the tag `tagId`. */
interface BulkDeletionRequest {
  readonly kind: BulkDeletionKind
  readonly tagId?: TagId
}

/**
 * Number of records that each kind of deletion would delete. Entries of a tag are not included: `tagLister` counts
 * them.
 */
export type LibraryCounts = Readonly<Record<Exclude<BulkDeletionKind, 'tagged'>, number>>

/** Priority of the job. Jobs with smaller numbers run first, such as the page fetches that users wait for. */
const PRIORITY = 10
const LANE = 'clear'

export async function countLibrary(db: Db, owner: UserId): Promise<LibraryCounts> {
  const count = async (table: 'entry' | 'annotation' | 'tag', isArchived = false): Promise<number> => {
    const { total } = await db
      .selectFrom(table as 'entry')
      .select((select) => select.fn.countAll<number | string>().as('total'))
      .where('user_id', '=', owner)
      .$if(isArchived, (query) => query.where('is_archived', '=', 1))
      .executeTakeFirstOrThrow()
    return Number(total)
  }
  return {
    entries: await count('entry'),
    archived: await count('entry', true),
    annotations: await count('annotation'),
    tags: await count('tag'),
  }
}

/**
 * Enqueues the permanent deletion of the owner's current records of a kind. A repeated request has no further effect.
 */
export async function enqueueBulkDeletion(
  { database, jobs }: EnqueueBulkDeletionDeps,
  owner: UserId,
  { kind, tagId }: BulkDeletionRequest,
): Promise<void> {
  await ownerTransaction(database, owner, async (tx) => {
    const payload = {
      userId: owner,
      kind,
      upTo: await newestId(tx, owner, kind),
      ...(tagId !== undefined && { tagId }),
    }
    const dedupeKey = `library.clear:${owner}:${kind}:${tagId ?? ''}`
    await jobs.enqueue(tx, 'library.clear', payload, { userId: owner, lane: LANE, dedupeKey, priority: PRIORITY })
  })
}

const TABLES = { entries: 'entry', archived: 'entry', tagged: 'entry', annotations: 'annotation', tags: 'tag' } as const

async function newestId(tx: OwnerTx, owner: UserId, kind: BulkDeletionKind): Promise<number> {
  const row = await tx
    .selectFrom(TABLES[kind] as 'entry')
    .select('id')
    .where('user_id', '=', owner)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return Number(row?.id ?? 0)
}
