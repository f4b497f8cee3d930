import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5'
import type { Database, Dialect } from '../../src/db/database.ts'
import { parseDatabaseUrl } from '../../src/db/database-url.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import type { AnnotationRange } from '../../src/annotations/annotation.ts'
import type { UserId } from '../../src/kernel/branded-ids.ts'
import { dumpState } from '../api/dump-tables.fixture.ts'
import { DIALECTS, migratedDatabaseUrl } from '../support/database.ts'
import { callDogear, dataFolder } from './run-dogear.ts'
import { STORED_AT, storeEntry, type StoredEntry } from './stored-entry.fixture.ts'

const FIRST = 'The masons counted every stone twice before they carried it to the breach in the wall.'
const MIDDLE = 'Bring these to the shore, and check each of them against the list before the tide turns.'
const LAST = 'In the evening the harbour master wrote the number of each boat into his long grey book.'
const FILLER = Array.from(
  { length: 4 },
  (_, one) =>
    `<p>Paragraph ${one} of this report describes, at some length, the harbour, its people and the boats.</p>`,
).join('')

const PAGE = `<!doctype html><title>Wall</title><article><h1>Wall</h1>
  <p>${FIRST}</p>
  ${FILLER}
  <p>${MIDDLE}</p>
  <h2>What you need</h2>
  <ul><li>a hammer with a short handle</li><li>two buckets of lime</li><li>a rope of forty metres</li></ul>
  <figure><img src="/wall-before.jpg" alt="The wall before the work" width="800" height="600">
    <figcaption>The wall before the work</figcaption></figure>
  <figure><img src="/wall-after.jpg" alt="The wall after the work" width="800" height="600">
    <figcaption>The wall after the work</figcaption></figure>
  <table><thead><tr><th>Day</th><th>Stones</th></tr></thead>
    <tbody><tr><td>Monday</td><td>310</td></tr><tr><td>Tuesday</td><td>287</td></tr></tbody></table>
  <pre><code>stones = 310
stones += 287</code></pre>
  <blockquote><p>Nobody carries a stone alone, and nobody goes home before the others.</p></blockquote>
  <p>Everything else is in <a href="https://port.example/rules">the rules of the port</a>, which every volunteer has read.</p>
  <p>${LAST}</p></article>`

const ENTRIES: Readonly<Record<string, StoredEntry>> = {
  partial: {
    host: 'partial.example',
    text: `<p>${FIRST}</p>\n${FILLER}<p>${LAST}</p><p>Subscribe <a href="https://ads.example/">here</a></p>`,
    page: PAGE,
  },
  unreadable: { host: 'unreadable.example', text: '<p>No <a href="/">text</a>.</p>', page: PAGE, failed: true },
  vanished: { host: 'vanished.example', text: `<p>${FIRST}</p>`, page: '<title>Empty</title>' },
}

/** Words of the annotations, each with its range in the old text. */
const ANNOTATIONS: readonly (readonly [quote: string, range: AnnotationRange])[] = [
  ['counted every stone twice', { start: '/p[1]', startOffset: '11', end: '/p[1]', endOffset: '36' }],
  ['the harbour master wrote', { start: '/p[6]', startOffset: '15', end: '/p[6]', endOffset: '39' }],
  ['to the breach in the wall. Paragraph 0', { start: '/p[1]', startOffset: '60', end: '/p[2]', endOffset: '11' }],
]

async function library(t: TestContext, dialect: Dialect) {
  const url = await migratedDatabaseUrl(t, dialect)
  const environment = { DOGEAR_DATA_DIR: await dataFolder(t), DATABASE_URL: url, DOGEAR_EXTRACTION_WORKERS: '1' }
  const run = (...args: string[]) => callDogear(['reextract', ...args], { environment })
  const input = 'ink on paper, twice\n'
  await callDogear(['user', 'add', 'alice', '--admin', '--password-stdin'], { environment, input })
  const database = await openDatabase({ location: parseDatabaseUrl(url), poolSize: 2 })
  t.after(() => database.close())
  const owner = 1 as UserId
  const ids = new Map<string, number>()
  for (const [name, entry] of Object.entries(ENTRIES)) ids.set(name, await storeEntry(database, owner, entry))
  const entry_id = ids.get('partial')!
  await database.transaction(async (tx) => {
    const times = { created_at: STORED_AT, updated_at: STORED_AT }
    for (const [quote, range] of ANNOTATIONS) {
      const annotation = { user_id: owner, entry_id, text: `About ${quote}`, quote, ranges: JSON.stringify([range]) }
      await tx
        .insertInto('annotation')
        .values({ ...annotation, ...times })
        .execute()
    }
    await tx.updateTable('entry').set({ note: 'Read before spring.' }).where('id', '=', entry_id).execute()
  })
  const entry = () =>
    database.read((db) => db.selectFrom('entry').selectAll().where('id', '=', entry_id).executeTakeFirstOrThrow())
  const content = async () => {
    const query = database.read((db) =>
      db.selectFrom('entry_content').select('content').where('entry_id', '=', entry_id).executeTakeFirstOrThrow(),
    )
    return JSON.parse(Buffer.from((await query).content).toString()) as string
  }
  const annotations = () =>
    database.read((db) =>
      db.selectFrom('annotation').selectAll().where('entry_id', '=', entry_id).orderBy('id').execute(),
    )
  return { run, database, entry, content, annotations }
}

type ReportLine = Record<string, unknown> & { readonly gained: object; readonly lost: object }

const linesOf = (stdout: string) =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ReportLine)

/** What the article of PAGE has beside the old text of `partial`. */
const GAINED = { headings: 1, listItems: 3, pictures: 2, tables: 1, codeBlocks: 1, quotations: 1 }

for (const dialect of DIALECTS) {
  test(`${dialect}: the report of a new extraction contains what came back and what went`, async (t) => {
    const { run, database, entry, content, annotations } = await library(t, dialect)

    await t.test('a dry run reports it for each entry and in total, and changes nothing', async () => {
      const before = await stateOf(database)
      const [partial, unreadable, vanished, end, ...rest] = linesOf((await run('--dry-run', '--format', 'json')).stdout)
      assert.deepEqual(rest, [])
      assert.deepEqual(await stateOf(database), before)
      const { paragraphs, characters, ...gained } = partial!.gained as Record<string, number>
      assert.deepEqual({ ...gained }, { ...GAINED, links: 0 })
      assert.ok(paragraphs! >= 2 && characters! > 300, JSON.stringify(partial))
      // "Subscribe here"; "here" is not in the new text either
      assert.deepEqual(partial!.lost, { ...ZERO, characters: 13 })
      assert.deepEqual([partial!['wasReadable'], partial!['isReadable']], [true, true])
      assert.deepEqual([unreadable!['wasReadable'], unreadable!['isReadable']], [false, true])
      assert.deepEqual({ ...unreadable!.lost }, ZERO)
      assert.equal((unreadable!.gained as Record<string, number>)['links'], 1)
      assert.deepEqual([vanished!['outcome'], vanished!['wasReadable'], vanished!['isReadable']], ['kept', true, false])
      assert.deepEqual([vanished!.gained, vanished!.lost], [ZERO, ZERO])
      const totals = end!['totals'] as Record<string, unknown> & ReportLine
      assert.deepEqual([totals['becameReadable'], totals['becameUnreadable'], totals['notListed']], [1, 1, 0])
      const sums = Object.entries(partial!.gained).map(
        ([part, count]) => Number(count) + (unreadable!.gained as Record<string, number>)[part]!,
      )
      assert.deepEqual(Object.values(totals.gained), sums)
      assert.deepEqual(totals.lost, partial!.lost)
    })

    await t.test('as text, with a bounded list', async () => {
      const { stdout } = await run('--dry-run')
      assert.match(
        stdout,
        /^changed\t\d+\thttps:\/\/partial\.example\/page\t\d+ → \d+ words\t\+\d+ paragraphs?, \+1 heading, \+3 list items, \+2 pictures, \+1 table, \+1 code block, \+1 quotation, \+\d+ characters, -13 characters\t/m,
      )
      assert.match(stdout, /^gained: \d+ paragraphs, 2 headings, 6 list items, 4 pictures, /m)
      assert.match(stdout, /^lost: 13 characters$/m)
      assert.match(stdout, /^had no text and have one now: 1 entry$/m)
      assert.match(stdout, /^keep their text, although this version finds none on the stored page: 1 entry$/m)
      const short = (await run('--dry-run', '--list', '1')).stdout
      assert.match(short, /partial\.example/)
      assert.doesNotMatch(short, /unreadable\.example|vanished\.example/)
      assert.match(short, /^2 more entries not listed; see --list\n2 changed, 0 unchanged, 1 kept/m)
      const [end] = linesOf((await run('--dry-run', '--list', '0', '--format', 'json')).stdout)
      assert.equal((end!['totals'] as Record<string, unknown>)['notListed'], 3)
      const refused = await run('--list', 'many')
      assert.deepEqual([refused.code, refused.stdout], [2, ''])
      assert.match(refused.stderr, /--list must be a whole number/)
    })

    await t.test('annotations stay on their words, and notes stay', async () => {
      const [before, oldEntry] = [await annotations(), await entry()]
      for (const { ranges, quote } of before) assert.equal(wordsAt(await content(), ranges), quote)
      assert.equal((await run()).code, 0)
      const html = await content()
      assert.match(html, /wall-after\.jpg/)
      const after = await annotations()
      for (const { ranges, quote } of after) assert.equal(wordsAt(html, ranges), quote)
      assert.notEqual(after[1]!.ranges, before[1]!.ranges)
      const kept = (rows: typeof after) => rows.map(({ id, text, quote, color }) => [id, text, quote, color])
      assert.deepEqual(kept(after), kept(before))
      const newEntry = await entry()
      assert.equal(newEntry.note, 'Read before spring.')
      assert.ok(newEntry.revision > oldEntry.revision)
    })
  })
}

/** @returns all rows except the statistics that SQLite collects when it closes a database */
async function stateOf(database: Database) {
  const { sqlite_stat1: _, ...state } = await dumpState(database)
  return state
}

const ZERO = {
  paragraphs: 0,
  headings: 0,
  listItems: 0,
  pictures: 0,
  tables: 0,
  codeBlocks: 0,
  quotations: 0,
  links: 0,
  characters: 0,
}

/** @returns the words at the first of the ranges, with a space for white space between blocks. They are found without the code of the service */
function wordsAt(html: string, ranges: string): string {
  const [range] = JSON.parse(ranges) as AnnotationRange[]
  const root = parseFragment(html)
  const text = textOf(root)
  const from = startOf(root, range!.start!) + Number(range!.startOffset)
  return text.slice(from, startOf(root, range!.end!) + Number(range!.endOffset)).replaceAll(/\s+/g, ' ')
}

type Parent = DefaultTreeAdapterTypes.ParentNode

function textOf(node: DefaultTreeAdapterTypes.Node): string {
  if ('value' in node) return node.value
  return 'childNodes' in node ? node.childNodes.map(textOf).join('') : ''
}

/** @returns the number of characters before the element at a path such as `/div[1]/p[2]` */
function startOf(root: Parent, path: string): number {
  let [parent, start] = [root, 0]
  for (const [, name, number] of path.matchAll(/\/([a-z0-9]+)\[(\d+)\]/g)) {
    const same = parent.childNodes.filter(({ nodeName }) => nodeName === name)
    const element = same[Number(number) - 1] as DefaultTreeAdapterTypes.Element
    const before = parent.childNodes.slice(0, parent.childNodes.indexOf(element))
    start += before.map(textOf).join('').length
    parent = element
  }
  return start
}
