import type { Database } from '../../db/database.ts'
import type { Tx } from '../../db/schema.ts'
import { addressHashes } from './address-hashes.ts'

/** Number of entries per transaction. Each has up to eight hashes, and a statement at most 32,766 parameters. */
const BATCH_SIZE = 500

/**
 * Registers the canonical addresses of entries of earlier versions, which `address_backlog` lists, so that other
 * spellings of their addresses lead to them. If two entries have the same canonical address, the older one gets it.
 * Several processes may run this at the same time.
 * @returns the number of entries
 */
export async function registerCanonicalAddresses(database: Database): Promise<number> {
  for (let done = 0; ;) {
    const count = await database.transaction(registerBatch)
    done += count
    if (count < BATCH_SIZE) return done
  }
}

async function registerBatch(tx: Tx): Promise<number> {
  const rows = await tx
    .selectFrom('address_backlog')
    .innerJoin('entry', (join) =>
      join.onRef('entry.user_id', '=', 'address_backlog.user_id').onRef('entry.id', '=', 'address_backlog.entry_id'),
    )
    .select(['entry.user_id', 'entry.id', 'entry.url', 'entry.given_url'])
    .orderBy('address_backlog.user_id')
    .orderBy('address_backlog.entry_id')
    .limit(BATCH_SIZE)
    .execute()
  const last = rows.at(-1)
  if (!last) return 0
  const addresses = rows.flatMap(({ user_id, id, url, given_url: given }) =>
    addressHashes(url, ...(given === null ? [] : [given])).map((hash) => ({ user_id, hash, entry_id: id })),
  )
  await tx
    .insertInto('entry_address')
    .values(addresses)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await tx
    .deleteFrom('address_backlog')
    .where((where) =>
      where.or([
        where('user_id', '<', last.user_id),
        where.and([where('user_id', '=', last.user_id), where('entry_id', '<=', last.id)]),
      ]),
    )
    .execute()
  return rows.length
}
