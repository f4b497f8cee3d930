import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillUsers } from '../../bench/scale/fill-users.ts'
import { rawSql } from '../../src/db/raw-sql.ts'
import { isPostgres } from '../../src/db/open-database.ts'
import { DIALECTS } from '../support/database.ts'
import { testApp, type TestApp } from '../support/app.ts'
import { signedIn } from '../web/inject-browser.fixture.ts'

/** Tables with rows of all users. A statement that reads one of them as a whole gets slower with every user. */
const LARGE = /Seq Scan on (entry|entry_\w+|search_entry\w*|tag|annotation|capture\w*|user_revision|users)\b/
/** Reads the first row, whichever it is. */
const ANY_ROW = /^Limit[^\n]*\n\s*->\s+Seq Scan on users[^\n]*$/

const DETAILS = [
  `insert into annotation (user_id, entry_id, text, quote, ranges, created_at, updated_at)
   select user_id, id, '', 'A passage.', '[]', created_at, created_at from entry`,
  `insert into entry_progress (user_id, entry_id, block, share, revision, updated_at)
   select user_id, id, 0, 0.5, revision, created_at from entry`,
  `insert into capture (user_id, entry_id, url, status, headers, body_sha256, fetched_at)
   select user_id, id, url, 200, '[]', sha256(url::bytea), created_at from entry`,
  `insert into image (sha256, size, type, stored_at) values ('a', 1, 'image/png', '')`,
  `insert into entry_image (user_id, entry_id, url_hash, sha256, size, type, width, height)
   select user_id, id, sha256(url::bytea), 'a', 1, 'image/png', 1, 1 from entry`,
  'analyze annotation, entry_progress, capture, entry_image',
]

/** Statements of background jobs, which look for work of all users in small tables or by an index on time. */
const OF_JOBS = /\bfrom job\b|\bjob as\b|update job\b|insert into job\b/

if (DIALECTS.includes('postgres')) {
  test('every statement of usual requests finds the rows of its user by an index', async (t) => {
    const app = await testApp(t, 'postgres')
    await fillUsers(app.database, { firstUser: 1000, users: 2000, entries: 20_000, words: 5 })
    for (const sql of DETAILS) await app.database.transaction((tx) => rawSql(tx, sql, []))
    app.queries.length = 0
    await useEverything(app)
    const statements = [...new Set(app.queries)].filter((sql) =>
      /^\s*(?:select|with|update|delete|insert)\b/i.test(sql),
    )
    assert.ok(statements.length > 60, `${statements.length} statements`)
    const { database } = app.services
    assert.ok(isPostgres(database))
    const slow: string[] = []
    for (const sql of statements.filter((one) => !OF_JOBS.test(one))) {
      const { rows } = await database.pool.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${sql}`)
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      if (LARGE.test(plan) && !ANY_ROW.test(plan)) slow.push(`${sql}\n${plan}`)
    }
    assert.deepEqual(slow, [])
  })
}

/** Saves, lists, searches, changes, synchronises and deletes as an app and a browser do. */
async function useEverything(app: TestApp): Promise<void> {
  const { alice } = app
  const ask = (url: string) => app.ask(alice, { url })
  const content = '<p>The tide comes in twice a day, and goes out again.</p>'
  const { id } = await app.save(alice, 'https://example.org/tides', { title: 'Tides', content, tags: 'sea,moon' })
  const { id: second } = await app.save(alice, 'https://example.org/sand', { title: 'Sand', content })
  const note = {
    quote: 'twice a day',
    text: 'Why?',
    ranges: [{ start: '/p', startOffset: 18, end: '/p', endOffset: 29 }],
  }
  await app.ask(alice, { method: 'POST', url: `/api/annotations/${id}`, payload: note })
  for (const list of ['archive=0', 'starred=1', 'tags=sea', 'domain_name=example.org', 'since=1', 'detail=metadata']) {
    await ask(`/api/entries?${list}`)
  }
  for (const sort of ['created', 'updated', 'archived']) await ask(`/api/entries?sort=${sort}&order=asc`)
  await ask('/api/entries/exists?url=https://example.org/tides')
  await ask(`/api/entries/${id}`)
  await ask('/api/tags')
  await ask('/api/collections')
  for (const term of ['tide', '"a day"', 'tag:sea', 'no:tag', 'title:sand -moon']) await ask(`/api/search?term=${term}`)
  const { to } = (await ask('/api/sync')).json<{ to: string }>()
  await app.ask(alice, {
    method: 'PATCH',
    url: `/api/entries/${id}`,
    payload: { starred: 1, archive: 1, tags: 'coast' },
  })
  await ask(`/api/sync?since=${to}`)
  const browser = await signedIn(app, alice)
  for (const path of ['/unread/list', '/archive/list', '/tag/list', `/view/${id}`, '/annotations', '/search?q=tide']) {
    assert.equal((await browser.get(path)).statusCode, 200, path)
  }
  await app.ask(alice, { method: 'DELETE', url: `/api/entries/${second}` })
  await ask('/api/entries')
}
