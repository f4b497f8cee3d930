import type { Database } from '../../src/db/database.ts'
import { OWNER_GROUPS, ownerLexeme, ownerMark } from '../../src/query/sql/full-text-match.ts'
import { searchVector } from '../../src/search/postgres/search-vector.ts'
import { withoutIndexes, withoutTimeouts, type Connection } from '../search/fill-postgres.ts'
import { storedContent } from '../search/fill-sqlite.ts'
import { makeLibrary } from '../search/random-texts.ts'

interface Library {
  /** id of the first user; 1 by default, for an empty database */
  readonly firstUser?: number
  readonly users: number
  /** number of entries of all users */
  readonly entries: number
  /** number of words of each entry */
  readonly words: number
}

/** Maximum number of different texts, which many entries share. */
const MAX_TEXTS = 50_000
const TEXTS_IN_STATEMENT = 2000
const ENTRIES_PER_STATEMENT = 100_000
const TAGS_OF_USER = 10
/** Seconds between the first save and the last one: four years. */
const SPAN_SECONDS = 126_000_000
const FILLED_TABLES = ['entry', 'entry_content', 'entry_address', 'entry_tag', 'search_entry', 'tag']

/**
 * Fills a migrated PostgreSQL database that contains no entries. All users save their entries over the same time, so the
 * rows of one user are scattered over the tables, as they are after years. Six of ten entries are archived, each has one
 * of the ten tags of its owner, and all words are indexed.
 */
export async function fillUsers(database: Database, library: Library): Promise<void> {
  const { firstUser = 1 } = library
  await withoutTimeouts(database, async (client) => {
    await client.query("set maintenance_work_mem = '1GB'")
    await client.query('set synchronous_commit = off')
    // Turns off foreign keys and the triggers that count. The rows are known to be valid, and are counted below.
    await client.query('set session_replication_role = replica')
    await addTexts(client, library)
    const ids = [firstUser, firstUser + library.users - 1]
    for (const sql of USERS) await client.query(sql, ids)
    await withoutIndexes(client, FILLED_TABLES, async () => {
      await client.query(TAGS, ids)
      for (let first = 1; first <= library.entries; first += ENTRIES_PER_STATEMENT)
        await addEntries(client, library, first)
    })
    for (const sql of [COUNTS, TAG_COUNTS, STATES, IDS, 'drop table bench_text, bench_words']) await client.query(sql)
    await client.query('vacuum analyze')
  })
}

async function addTexts(client: Connection, { entries, words }: Library): Promise<void> {
  await client.query(
    'create unlogged table bench_text (number bigint primary key, title text, domain text, language text, content bytea)',
  )
  await client.query(
    'create unlogged table bench_words (number bigint, owner_group int, words tsvector, primary key (number, owner_group))',
  )
  const random = makeLibrary(7)
  const count = textsOf(entries)
  for (let first = 0; first < count; first += TEXTS_IN_STATEMENT) {
    const length = Math.min(TEXTS_IN_STATEMENT, count - first)
    const texts = Array.from({ length }, (_, index) => random.entry(first + index, words))
    await client.query(ADD_TEXTS, [
      texts.map(({ id }) => id),
      texts.map(({ title }) => title),
      texts.map(({ url }) => new URL(url).hostname),
      texts.map(({ language }) => language),
      texts.map(storedContent),
    ])
    await client.query(ADD_WORDS, [texts.map(({ id }) => id), texts.map((text) => searchVector(0, text))])
  }
}

const textsOf = (entries: number): number => Math.min(MAX_TEXTS, Math.ceil(entries / 10))

/** Adds the entries from one id on, in all tables. */
async function addEntries(
  client: Connection,
  { entries, users, firstUser = 1 }: Library,
  first: number,
): Promise<void> {
  const last = Math.min(entries, first + ENTRIES_PER_STATEMENT - 1)
  await client.query(BATCH, [first, last, users, SPAN_SECONDS / entries, firstUser, textsOf(entries)])
  for (const sql of FROM_BATCH) await client.query(sql)
  await client.query('drop table batch')
}

const ADD_TEXTS = `insert into bench_text select number, title, domain, language, content
  from unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::bytea[])
  as made (number, title, domain, language, content)`

/** Adds the words of each text once for each group of owners. The given ones have the mark of the first group. */
const ADD_WORDS = `insert into bench_words
  select number, owner_group,
    ts_delete(replace(words, '''${ownerMark(0)}', '''' || chr(ascii('${ownerMark(0)}') + owner_group))::tsvector, '${ownerLexeme(0)}')
  from unnest($1::bigint[], $2::text[]) as made (number, words), generate_series(0, ${OWNER_GROUPS - 1}) owner_group`

const TIMES = `'2020-01-01T00:00:00.000Z', '2020-01-01T00:00:00.000Z'`
const USERS = [
  `insert into users (id, username, username_key, password_hash, created_at, updated_at)
   select id, 'u' || id, 'u' || id, '', ${TIMES} from generate_series($1::bigint, $2::bigint) id`,
  'insert into user_revision (user_id) select generate_series($1::bigint, $2::bigint)',
]
const TAGS = `insert into tag (id, user_id, label, slug)
  select (owner - 1) * ${TAGS_OF_USER} + shelf + 1, owner, 'shelf ' || shelf, 'shelf-' || shelf
  from generate_series($1::bigint, $2::bigint) owner, generate_series(0, ${TAGS_OF_USER - 1}) shelf`

/** The entries of each user are numbered in \`turn\`, from 1 on. */
const BATCH = `create temporary table batch as
  select id, $5::bigint + (id * 7919) % $3::bigint as owner, 1 + (id - 1) / $3::bigint as turn,
    to_char(timestamp '2022-01-01' + id * $4::double precision * interval '1 second', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
    'https://' || bench_text.domain || '/' || id as url,
    (id % 10 < 6)::int as archived, (id % 17 = 0)::int as starred, bench_text.*
  from generate_series($1::bigint, $2::bigint) id join bench_text on number = abs(hashint8(id)::bigint) % $6::bigint`

const FROM_BATCH = [
  `insert into entry (id, user_id, uid, url, given_url, title, domain_name, language, mimetype, reading_time, http_status,
     is_archived, archived_at, is_starred, starred_at, created_at, updated_at, revision)
   select id, owner, null, url, url, title, domain, language, 'text/html', 1 + id % 45, '200',
     archived, case when archived = 1 then at end, starred, case when starred = 1 then at end, at, at, turn from batch`,
  `insert into entry_content (user_id, entry_id, content, extractor_version) select owner, id, content, 1 from batch`,
  `insert into entry_address (user_id, hash, entry_id) select owner, substr(sha256(url::bytea), 1, 20), id from batch`,
  `insert into entry_tag (user_id, entry_id, tag_id, is_archived, is_starred)
   select owner, id, (owner - 1) * ${TAGS_OF_USER} + turn % ${TAGS_OF_USER} + 1, archived, starred from batch`,
  `insert into search_entry (user_id, entry_id, created_at, words)
   select owner, id, at, ('_' || owner)::tsvector || words
   from batch join bench_words on bench_words.number = batch.number and owner_group = owner % ${OWNER_GROUPS}`,
]
const COUNTS = `insert into entry_count (user_id, unread, archive, starred)
  select user_id, sum(1 - is_archived), sum(is_archived), sum(is_starred) from entry group by user_id`
const TAG_COUNTS = `update tag set entry_count = counted.entries
  from (select tag_id, count(*) as entries from entry_tag group by tag_id) counted where tag.id = counted.tag_id`
const STATES = `with latest as (select user_id, max(revision) as revision, max(id) as id from entry group by user_id),
  changed as (update user_revision set revision = latest.revision from latest where latest.user_id = user_revision.user_id)
  insert into search_state (user_id, revision, entry_id, last_entry_id)
  select user_id, revision, ${Number.MAX_SAFE_INTEGER}, id from latest`
/** Ids of later rows follow those of the generated ones. */
const IDS = `select setval(pg_get_serial_sequence('users', 'id'), (select max(id) from users)),
  setval(pg_get_serial_sequence('entry', 'id'), (select max(id) from entry)),
  setval(pg_get_serial_sequence('tag', 'id'), (select max(id) from tag))`
