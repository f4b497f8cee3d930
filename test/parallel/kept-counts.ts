import assert from 'node:assert/strict'
import type { Database } from '../../src/db/database.ts'
import type { UserId } from '../../src/kernel/branded-ids.ts'

const TAG_COUNTS = `
  select label, entry_count as kept, (select count(*) from entry_tag
    where entry_tag.user_id = tag.user_id and entry_tag.tag_id = tag.id) as counted
  from tag where user_id = $1 order by label`

const LIST_COUNTS = `
  select unread, archive, starred from entry_count where user_id = $1`

const LIST_RECOUNT = `
  select count(*) - coalesce(sum(is_archived), 0) as unread, coalesce(sum(is_archived), 0) as archive,
    coalesce(sum(is_starred), 0) as starred from entry where user_id = $1`

type Counts = Readonly<Record<string, string | number>>

/** Compares the counts that triggers keep up to date with counts of the rows. @throws AssertionError if they differ */
export async function assertKeptCounts(database: Database, owner: UserId): Promise<void> {
  const tags = await database.prepare<{ label: string; kept: number; counted: number }>(TAG_COUNTS).all(owner)
  for (const { label, kept, counted } of tags) assert.equal(Number(kept), Number(counted), `entries with ${label}`)
  const [kept] = await database.prepare<Counts>(LIST_COUNTS).all(owner)
  const [counted] = await database.prepare<Counts>(LIST_RECOUNT).all(owner)
  for (const [name, count] of Object.entries(kept ?? {})) assert.equal(Number(count), Number(counted![name]), name)
}
