import type { Database } from '../../db/database.ts'
import type { UserId } from '../../kernel/brand.ts'

/** @returns the number of the owner's last change */
export async function currentRevision(database: Database, owner: UserId): Promise<number> {
  return database.read(async (db) => {
    const query = db.selectFrom('user_revision').select('revision').where('user_id', '=', owner)
    return (await query.executeTakeFirst())?.revision ?? 0
  })
}
