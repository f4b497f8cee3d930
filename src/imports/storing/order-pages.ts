import type { StoreContext, StoredRow } from './store-context.ts'

/** Bulk work: whoever waits for a page comes first. */
const PRIORITY = 10

/** Orders the pages whose content the file did not have, host by host as a save does; of the others the pictures. */
export async function orderPages({ deps, tx, job }: StoreContext, stored: readonly StoredRow[]): Promise<void> {
  if (!job.options.isFetching) return
  for (const { id, row, cleaned } of stored) {
    if (cleaned) {
      if (row.previewPicture || /<img | poster="/.test(cleaned.content)) await deps.orderImages?.(tx, job.ownerId, id)
      continue
    }
    const payload = { userId: job.ownerId, entryId: id, generation: 1, requestId: `import-${job.id}` }
    await deps.jobs.enqueue(tx, 'entry.fetch', payload, {
      userId: job.ownerId,
      lane: `host:${new URL(row.url).host}`,
      dedupeKey: `entry.fetch:${job.ownerId}:${id}`,
      priority: PRIORITY,
    })
  }
}
