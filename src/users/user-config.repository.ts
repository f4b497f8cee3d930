import type { Insertable, Selectable } from 'kysely'
import type { Db, Tx } from '../db/schema.ts'
import type { UserConfigTable } from '../db/tables/settings-tables.ts'
import type { UserId } from '../kernel/branded-ids.ts'
import { DEFAULT_CONFIG, type UserConfig } from './user-config.ts'

export async function findUserConfig(db: Db, owner: UserId): Promise<UserConfig> {
  const row = await db.selectFrom('user_config').selectAll().where('user_id', '=', owner).executeTakeFirst()
  return row ? toConfig(row) : DEFAULT_CONFIG
}

/** Stores the given columns of a user's settings. The other columns do not change. */
export async function setUserConfig(
  tx: Tx,
  owner: UserId,
  columns: Omit<Insertable<UserConfigTable>, 'user_id'>,
): Promise<void> {
  if (Object.keys(columns).length === 0) return
  await tx
    .insertInto('user_config')
    .values({ user_id: owner, ...columns })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(columns))
    .execute()
}

function toConfig(row: Selectable<UserConfigTable>): UserConfig {
  return {
    itemsPerPage: row.items_per_page,
    feedLimit: row.feed_limit,
    readingSpeed: row.reading_speed,
    language: row.language,
    actionMarkAsRead: row.action_mark_as_read,
    listMode: row.list_mode,
    displayThumbnails: row.display_thumbnails,
    font: row.font,
    fontSize: row.font_size,
    lineHeight: row.line_height,
    maxWidth: row.max_width,
    feedTokenSealed: row.feed_token_sealed,
    preferences: JSON.parse(row.preferences) as Record<string, unknown>,
  }
}
