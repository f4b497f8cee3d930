import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededRandom } from '../../test/crash/seeded-random.ts'
import { DIALECTS, testDatabase } from '../../test/support/database.ts'
import { parseDatabaseUrl } from '../db/database-url.ts'
import type { Database } from '../db/database.ts'
import { NEW_COLLECTION } from '../collections/collection.ts'
import { collectionConditionFinder } from '../collections/collection-condition.ts'
import type { EntrySort } from '../entries/listing/entry-filter.ts'
import type { CollectionId, UserId } from '../kernel/branded-ids.ts'
import { queryToCondition } from '../query/query-to-condition.ts'
import type { Condition, Flag } from '../query/condition.ts'
import { evaluateCondition, type QueryableEntry } from '../query/evaluate-condition.ts'
import { parseQuery } from '../query/parse-query.ts'
import { indexWords, quickTest } from '../query/text/index-words.ts'
import { openSearch } from './open-search-index.ts'

const READER = 1 as UserId
const ENTRIES = 60
const ROUNDS = 400
const NOW = { at: new Date('2026-06-15T12:00:00Z'), timeZone: 'America/New_York' }

const numbers = seededRandom(42)
const random = (below: number): number => numbers.between(0, below - 1)
const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)]!
const some = <Item>(items: readonly Item[], most: number): Item[] => [
  ...new Set(Array.from({ length: random(most + 1) }, () => pick(items))),
]

const WORDS = ['tide', 'wall', 'harbour', 'harvest', 'Größe', 'naïve', '東京都', 'sea', 'lantern', 'c++']
const TAGS = ['sea', 'dev/ops', 'dev/web', 'machine learning', 'c++']
const HOSTS = ['news.example.org', 'example.org', 'blog.example.com']
const LANGUAGES = ['', 'en', 'en-GB', 'de']
const AUTHORS = ['Ada Lovelace', 'Grace Hopper', 'Jane Doe']
/** Beginnings of addresses of videos, and of a page that is none. */
const VIDEOS = [
  'https://www.youtube.com/watch?v=abcdefghijk&id=',
  'https://M.youtube.com/Shorts/abcdefghij',
  'https://vimeo.com/1',
  'https://vimeo.com/about/',
  'https://www.ted.com/talks/',
]
const MEDIA = [null, 'text/html; charset=utf-8', 'application/pdf', 'image/png', 'text/markdown']
const TIMES = [
  '2024-12-31T23:30:00.000Z',
  '2025-03-09T06:59:59.999Z',
  '2026-06-01T00:00:00.000Z',
  '2026-06-15T03:30:00.000Z',
]

interface Made {
  readonly id: number
  readonly title: string
  readonly url: string
  readonly domain: string
  readonly language: string
  readonly authors: readonly string[]
  readonly tags: readonly string[]
  readonly note: string | null
  readonly annotations: readonly string[]
  /** the note and the annotations */
  readonly notes: readonly string[]
  readonly content: string
  readonly mediaType: string | null
  readonly minutes: number
  readonly isArchived: boolean
  readonly isStarred: boolean
  readonly isShared: boolean
  readonly fetchState: string
  readonly picture: string | null
  readonly share: number | undefined
  readonly collections: readonly number[]
  /** id of the import that created the entry */
  readonly importId: number | null
  readonly times: QueryableEntry['times']
}

const sentence = (most: number) => Array.from({ length: 1 + random(most) }, () => pick(WORDS)).join(' ')

function makeEntry(id: number): Made {
  const domain = pick(HOSTS)
  const share = random(2) === 0 ? undefined : pick([0, 0.005, 0.3, 0.97, 0.99, 1])
  const [isArchived, isStarred] = [random(2) === 0, random(3) === 0]
  const language = pick(LANGUAGES)
  const note = random(4) === 0 ? sentence(3) : null
  const annotations = random(3) === 0 ? [sentence(3)] : []
  return {
    id,
    title: sentence(3),
    url: random(8) === 0 ? `${pick(VIDEOS)}${id}` : `https://${domain}/${pick(WORDS)}/${id}`,
    domain,
    language,
    authors: some(AUTHORS, 2),
    // The index stores tags in this order, so that a phrase may match two of them.
    tags: some(TAGS, 2).toSorted(),
    note,
    annotations,
    notes: [...(note === null ? [] : [note]), ...annotations],
    content: `<p>${sentence(12)}</p>`,
    mediaType: pick(MEDIA),
    minutes: random(20),
    isArchived,
    isStarred,
    isShared: random(4) === 0,
    fetchState: pick(['done', 'done', 'failed', 'pending']),
    picture: pick([null, '', 'https://example.org/p.png']),
    share,
    collections: random(2) === 0 ? [] : some([1, 2], 2),
    importId: pick([null, 3, 4]),
    times: {
      saved: pick(TIMES),
      updated: pick(TIMES),
      published: pick([null, ...TIMES]),
      archived: isArchived ? pick(TIMES) : null,
      starred: isStarred ? pick(TIMES) : null,
      opened: share === undefined ? null : pick(TIMES),
    },
  }
}

/** @returns the properties of an entry for the evaluation in memory */
function factsOf(entry: Made): QueryableEntry {
  const words = indexWords(entry)
  const share = entry.share ?? 0
  const flags: Readonly<Record<Flag, boolean>> = {
    archived: entry.isArchived,
    starred: entry.isStarred,
    shared: entry.isShared,
    failed: entry.fetchState === 'failed',
    pending: entry.fetchState === 'pending',
    tagged: entry.tags.length > 0,
    annotated: entry.notes.length > 0,
    pictured: (entry.picture ?? '') !== '',
    authored: entry.authors.length > 0,
    opened: entry.share !== undefined,
    begun: share >= 0.01 && share <= 0.97,
    finished: share > 0.97,
    collected: entry.collections.length > 0,
  }
  return {
    quickTest: quickTest(entry),
    texts: {
      title: words.title,
      people: words.people,
      address: words.address,
      notes: words.notes,
      content: words.content,
    },
    flags,
    numbers: {
      id: entry.id,
      minutes: entry.minutes,
      minutesLeft: entry.minutes * (1 - share),
      share,
      annotations: entry.annotations.length,
      import: entry.importId ?? 0,
    },
    times: entry.times,
    url: entry.url,
    collections: entry.collections,
    mediaType: entry.mediaType,
  }
}

const LEAVES: readonly (() => string)[] = [
  () => pick(WORDS),
  () => `"${pick(WORDS)} ${pick(WORDS)}"`,
  () => pick(['har*', 'nai', 'gro*', '京', 'te', 'GROSSE']),
  () => `tag:${pick(['sea', 'dev/*', '*', 'c++', '"machine learning"', 'sea,c++'])}`,
  () => `#${pick(['sea', 'dev/ops'])}`,
  () => `site:${pick(HOSTS)}`,
  () => `url:${pick(['TIDE', 'example.org/', '/1', '%', 'e_a', String.raw`\ `])}`,
  () => `author:${pick(['ada', '"Grace Hopper"', 'doe,ada'])}`,
  () => `lang:${pick(['en', 'de', 'en-gb'])}`,
  () => `${pick(['title', 'text', 'note'])}:${pick(['tide', 'har*', '"sea"', 'größe', '"tide wall"'])}`,
  () =>
    `is:${pick(['unread', 'archived', 'reading', 'finished', 'new', 'starred', 'shared', 'broken', 'fetching', 'untagged', 'collected'])}`,
  () =>
    `${pick(['has', 'no'])}:${pick(['tag', 'note', 'highlight', 'image', 'author', 'date', 'progress', 'collection'])}`,
  () => `in:${pick(['inbox', 'archive', 'all'])}`,
  () =>
    `${pick(['in', 'collection', 'list'])}:${pick(['"Night Reading"', 'short', 'nowhere', 'short,"night reading"', 'Mixed'])}`,
  () => `type:${pick(['article', 'pdf', 'image', 'text', 'video'])}`,
  () => `time:${pick(['5..15', '>4.5', '<=3', '7', '..0.1h'])}`,
  () => `left:${pick(['<2.5', '3..8', '>=10'])}`,
  () => `progress:${pick(['50%', '<97', '1..30'])}`,
  () => `highlights:${pick(['0', '>0', '1..'])}`,
  () => `import:${pick(['3', '4', '3,4', '>3'])}`,
  () => `id:${pick(['1..20', '7,9,60', '>30.5'])}`,
  () =>
    `${pick(['saved', 'updated', 'published', 'archived', 'starred', 'opened'])}:` +
    pick([
      '2025',
      '2025-03-08',
      '2025-03-09',
      '2024-12..2025-03',
      '*',
      'today',
      '30d',
      '>1y',
      '>2025-03',
      '<=2024',
      'lastmonth',
    ]),
  () => pick(['before:2025-03', 'after:2025-03-08', 'age:<1m', 'age:>2w']),
]

function randomQuery(depth: number): string {
  const kind = depth === 0 ? 0 : random(5)
  if (kind <= 1) return pick(LEAVES)()
  const parts = Array.from({ length: 2 + random(2) }, () => randomQuery(depth - 1))
  if (kind === 2) return `(${parts.join(' OR ')})`
  return kind === 3 ? `(${parts.join(' ')})` : `-(${parts.join(pick([' ', ' OR ']))})`
}

const collection = (id: number, name: string, query: string, hasPicked: boolean) => {
  const facts = { ...NEW_COLLECTION, name, query, hasPicked, publicId: null, createdAt: '', updatedAt: '', revision: 1 }
  return { ...facts, id: id as CollectionId }
}
/** Collections filled by hand, by a query, and by both. One query refers to other collections. */
const COLLECTIONS = [
  collection(1, 'Night reading', '', true),
  collection(2, 'Mixed', 'sea OR in:Short', true),
  collection(3, 'Short', 'time:<5 -in:"night reading" -in:mixed', false),
]
const FIND_PLACE = collectionConditionFinder(COLLECTIONS, NOW)

/** The values by which lists are sorted. */
const SORT_VALUES = {
  created: ({ id }) => id,
  saved: ({ times }) => times.saved!,
  updated: ({ times }) => times.updated!,
  archived: ({ times }) => times.archived ?? '',
  minutes: ({ minutes }) => minutes,
  read: ({ times }) => times.opened ?? '',
} as const satisfies Readonly<Partial<Record<EntrySort, (entry: Made) => string | number>>>

const compare = (one: string | number, other: string | number): number => (one < other ? -1 : Number(one > other))

const MADE = Array.from({ length: ENTRIES }, (_, index) => makeEntry(index + 1))
const QUERIES = Array.from({ length: ROUNDS }, () => randomQuery(3))

for (const dialect of DIALECTS) {
  test(`${dialect}: random queries find the same by SQL and in memory`, async (t) => {
    const { database, url } = await testDatabase(t, dialect)
    const index = await openSearch(database, parseDatabaseUrl(url))
    t.after(() => index.close())
    await store(database)
    while (!(await index.catchUp(READER, 1000)));
    const facts = MADE.map((entry) => [entry.id, factsOf(entry)] as const)
    const met = { some: 0, all: 0 }
    for (const text of QUERIES) {
      const condition: Condition = queryToCondition(parseQuery(text), NOW, FIND_PLACE)
      const expected = facts.flatMap(([id, entry]) => (evaluateCondition(condition, entry) ? [id] : []))
      for (const sort of ['created', 'rank'] as const) {
        const page = { offset: 0, limit: ENTRIES, sort }
        const { total, entries } = await index.find(READER, { condition, sort: [] }, page)
        const found = entries.map(({ id }) => Number(id)).toSorted((one, other) => one - other)
        assert.deepEqual([found, total], [expected, expected.length], `${text} by ${sort}`)
      }
      if (expected.length > 0 && expected.length < ENTRIES) met.some += 1
      met.all += 1
    }
    assert.ok(met.some > met.all / 2, 'most queries tell entries apart')
  })

  test(`${dialect}: random queries list the same in every order`, async (t) => {
    const { database, url } = await testDatabase(t, dialect)
    const index = await openSearch(database, parseDatabaseUrl(url))
    t.after(() => index.close())
    await store(database)
    while (!(await index.catchUp(READER, 1000)));
    for (const text of QUERIES) {
      const condition = queryToCondition(parseQuery(text), NOW, FIND_PLACE)
      const [sort, order] = [
        pick(Object.keys(SORT_VALUES) as (keyof typeof SORT_VALUES)[]),
        pick(['asc', 'desc'] as const),
      ]
      const [isArchived, perPage] = [pick([undefined, true, false]), pick([4, ENTRIES])]
      const expected = MADE.filter(
        (entry) =>
          evaluateCondition(condition, factsOf(entry)) && (isArchived === undefined || entry.isArchived === isArchived),
      ).toSorted((one, other) => compare(SORT_VALUES[sort](one), SORT_VALUES[sort](other)) || one.id - other.id)
      if (order === 'desc') expected.reverse()
      const page = 1 + random(Math.ceil(expected.length / perPage) + 1)
      const filter = {
        query: { condition, dialect },
        sort,
        order,
        page,
        perPage,
        ...(isArchived !== undefined && { isArchived }),
      }
      const { total, entries } = await index.list(READER, filter)
      const ids = expected.slice((page - 1) * perPage, page * perPage).map(({ id }) => id)
      const message = `${text} by ${sort} ${order}, page ${page} of ${perPage}, ${isArchived}`
      assert.deepEqual([entries.map(({ id }) => Number(id)), total], [ids, expected.length], message)
    }
  })

  test(`${dialect}: a query orders its entries`, async (t) => {
    const { database, url } = await testDatabase(t, dialect)
    const index = await openSearch(database, parseDatabaseUrl(url))
    t.after(() => index.close())
    await store(database)
    while (!(await index.catchUp(READER, 1000)));
    const byTime = MADE.filter(({ isArchived }) => !isArchived).toSorted(
      (one, other) =>
        one.minutes - other.minutes || other.times.saved!.localeCompare(one.times.saved!) || other.id - one.id,
    )
    for (const text of ['is:unread', 'is:unread example']) {
      const { condition } = { condition: queryToCondition(parseQuery(text), NOW) }
      const { sort } = parseQuery('sort:time')
      const { entries } = await index.find(READER, { condition, sort }, { offset: 2, limit: 5, sort: 'created' })
      assert.deepEqual(
        entries.map(({ id }) => Number(id)),
        byTime.slice(2, 7).map(({ id }) => id),
        text,
      )
    }
  })
}

async function store(database: Database): Promise<void> {
  await database.transaction(async (tx) => {
    const user = {
      id: READER,
      username: 'reader',
      username_key: 'reader',
      password_hash: '',
      created_at: '',
      updated_at: '',
    }
    await tx.insertInto('users').values(user).execute()
    await tx.insertInto('user_revision').values({ user_id: READER, revision: 1 }).execute()
    for (const [index, label] of TAGS.entries()) {
      await tx
        .insertInto('tag')
        .values({ id: index + 1, user_id: READER, label, slug: label })
        .execute()
    }
    for (const { id, name, query } of COLLECTIONS) {
      const row = { id, user_id: READER, name, name_key: name.toLowerCase(), query, icon: 'folder', sort: 'manual' }
      await tx
        .insertInto('collection')
        .values({ ...row, position: id, created_at: '', updated_at: '', revision: 1 })
        .execute()
    }
    for (const entry of MADE) await storeEntry(tx, entry)
  })
}

async function storeEntry(tx: Parameters<Parameters<Database['transaction']>[0]>[0], entry: Made): Promise<void> {
  const { id, times } = entry
  const own = { user_id: READER, entry_id: id }
  await tx
    .insertInto('entry')
    .values({
      id,
      user_id: READER,
      url: entry.url,
      title: entry.title,
      note: entry.note,
      domain_name: entry.domain,
      language: entry.language === '' ? null : entry.language,
      mimetype: entry.mediaType,
      reading_time: entry.minutes,
      preview_picture: entry.picture,
      published_by: entry.authors.length === 0 ? pick([null, '[]']) : JSON.stringify(entry.authors),
      is_archived: entry.isArchived ? 1 : 0,
      is_starred: entry.isStarred ? 1 : 0,
      uid: entry.isShared ? `uid${id}` : null,
      fetch_state: entry.fetchState,
      import_id: entry.importId,
      created_at: times.saved!,
      updated_at: times.updated!,
      published_at: times.published,
      archived_at: times.archived,
      starred_at: times.starred,
      revision: 1,
    })
    .execute()
  const content = new TextEncoder().encode(JSON.stringify(entry.content))
  const text = { ...own, content, extractor_version: 1, steps: null }
  await tx.insertInto('entry_content').values(text).execute()
  const tags = entry.tags.map((tag) => ({ ...own, tag_id: TAGS.indexOf(tag) + 1 }))
  if (tags.length > 0) await tx.insertInto('entry_tag').values(tags).execute()
  for (const text of entry.annotations) {
    const note = { ...own, text, quote: '', ranges: '[]', created_at: '', updated_at: '' }
    await tx.insertInto('annotation').values(note).execute()
  }
  for (const collection_id of entry.collections) {
    const place = { ...own, collection_id, position: id, added_at: '' }
    await tx.insertInto('collection_entry').values(place).execute()
  }
  if (entry.share === undefined) return
  const place = { ...own, block: 0, share: entry.share, revision: 1, updated_at: times.opened! }
  await tx.insertInto('entry_progress').values(place).execute()
}
