import type { Database } from '../src/db/database.ts'

/** Rows in one statement. */
const BATCH_ROWS = 500
const NOW = '2026-01-01T00:00:00.000Z'
const TAGS = 50
const SITES = 200
const LANGUAGES = ['en', 'en', 'en', 'fr', 'de-AT', 'ja']

/**
 * Fills a user's library with entries without content. Half of them are archived, every twentieth is starred, and each
 * has one tag. They are from 200 sites and in several languages.
 */
export async function fillLibrary(database: Database, owner: number, entries: number): Promise<void> {
  await database.transaction(async (tx) => {
    const labels = Array.from({ length: TAGS }, (_, index) => `shelf-${index}`)
    const tags = labels.map((label, index) => ({ id: index + 1, user_id: owner, label, slug: label }))
    await tx.insertInto('tag').values(tags).execute()
  })
  for (let first = 1; first <= entries; first += BATCH_ROWS) {
    const ids = Array.from({ length: Math.min(BATCH_ROWS, entries - first + 1) }, (_, index) => first + index)
    await database.transaction(async (tx) => {
      await tx
        .insertInto('entry')
        .values(ids.map((id) => entryRow(id, owner)))
        .execute()
      const tagged = ids.map((id) => ({ user_id: owner, entry_id: id, tag_id: 1 + (id % TAGS) }))
      await tx.insertInto('entry_tag').values(tagged).execute()
    })
  }
}

function entryRow(id: number, owner: number) {
  const isArchived = id % 2
  return {
    id,
    user_id: owner,
    url: `https://site-${id % SITES}.example/${id}`,
    domain_name: `site-${id % SITES}.example`,
    title: `${(id * 7919) % 100_000}: an entry of many, with a title of the usual length`,
    language: LANGUAGES[id % LANGUAGES.length]!,
    reading_time: 1 + (id % 40),
    is_archived: isArchived,
    archived_at: isArchived ? NOW : null,
    is_starred: id % 20 === 0 ? 1 : 0,
    created_at: new Date(Date.UTC(2020, 0) + id * 60_000).toISOString(),
    updated_at: NOW,
    revision: 0,
  }
}
