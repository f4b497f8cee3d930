import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { parseDatabaseUrl } from '../../src/db/database-url.ts'
import type { Dialect } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open-database.ts'
import type { EntryId, UserId } from '../../src/kernel/branded-ids.ts'
import { DIALECTS, migratedDatabaseUrl } from '../support/database.ts'
import { articlePage, GERMAN, NEWS } from '../support/site.ts'
import { callDogear, dataFolder, runDogear } from './run-dogear.ts'
import { STORED_AT, storeEntry, type StoredEntry } from './stored-entry.fixture.ts'

/** Log of a fetch for which the site rejected the owner's login. */
const REFUSED_LOG =
  '[{"name":"login","note":"your login for refused.example was used"},{"name":"wall","note":"login_refused, by its form"}]'
const PREVIEW = `<p>${'preview '.repeat(40)}</p>`
const SHORT_PAGE = `<article><h1>Preview</h1><p>${'preview '.repeat(40)}</p></article>`
const LONG = `<p>${'word '.repeat(5000)}</p>`

const ENTRIES: Readonly<Record<string, StoredEntry>> = {
  old: { host: 'old.example', text: '<p>An older text.</p>', page: articlePage(NEWS) },
  better: { host: 'better.example', text: LONG, page: articlePage(GERMAN) },
  joined: {
    host: 'joined.example',
    text: '<p>One, two.</p>',
    page: articlePage(NEWS),
    steps: '[{"name":"pages","note":"2"}]',
  },
  titled: { host: 'titled.example', text: '<p>Old.</p>', page: articlePage(NEWS), given: '["title"]' },
  client: { host: 'client.example', text: '<p>From the client.</p>', page: articlePage(NEWS), given: '["content"]' },
  failed: { host: 'failed.example', text: '<p>No text.</p>', page: articlePage(GERMAN), failed: true },
  refused: {
    host: 'refused.example',
    text: '<p>No text.</p>',
    page: '<h1>Sign in</h1><p>Sign in with your account to read on, or open one today.</p>',
    failed: true,
    reason: 'login_refused',
    steps: REFUSED_LOG,
  },
  preview: { host: 'preview.example', text: PREVIEW, page: SHORT_PAGE, status: 401, steps: REFUSED_LOG },
  wall: { host: 'wall.example', text: '<p>No text.</p>', page: '<input type="password">', status: 403, failed: true },
}

async function library(t: TestContext, dialect: Dialect) {
  const url = await migratedDatabaseUrl(t, dialect)
  const environment = { DOGEAR_DATA_DIR: await dataFolder(t), DATABASE_URL: url, DOGEAR_EXTRACTION_WORKERS: '1' }
  const run = (...args: string[]) => callDogear(args, { environment })
  const runProcess: typeof run = (...args) => runDogear(args, { environment })
  await callDogear(['user', 'add', 'alice', '--admin', '--password-stdin'], {
    environment,
    input: 'ink on paper, twice\n',
  })
  const database = await openDatabase({ location: parseDatabaseUrl(url), poolSize: 2 })
  t.after(() => database.close())
  const owner = 1 as UserId
  const ids = new Map<string, EntryId>()
  for (const [name, entry] of Object.entries(ENTRIES)) ids.set(name, await storeEntry(database, owner, entry))
  const row = async (name: string) => {
    const sql = `select entry.title, entry.fetch_state, entry.fetch_reason, entry.updated_at, entry.revision,
      entry_content.content, entry_content.extractor_version as version, entry_content.steps
      from entry join entry_content on entry_content.entry_id = entry.id where entry.user_id = $1 and entry.id = $2`
    const [found] = await database.prepare<Record<string, unknown>>(sql).all(owner, ids.get(name)!)
    return { ...found, content: Buffer.from(found!['content'] as Uint8Array).toString() } as Record<string, unknown>
  }
  return { run, runProcess, row, database }
}

for (const dialect of DIALECTS) {
  test(`${dialect}: stored pages are extracted again`, async (t) => {
    const { run, runProcess, row } = await library(t, dialect)

    await t.test('a dry run reports the changes and makes none', async () => {
      const before = await row('old')
      const { code, stdout, stderr } = await runProcess('reextract', '--dry-run')
      assert.equal(code, 0, stderr)
      assert.match(
        stdout,
        /^changed\t\d+\thttps:\/\/old\.example\/page\t3 → \d{3} words\t\+6 paragraphs, [^\t]*\tOld title → Harbour town/m,
      )
      assert.match(stdout, /^5 changed, 0 unchanged, 3 kept their better text, 0 skipped$/m)
      assert.deepEqual(await row('old'), before)
    })

    await t.test('a host and an account narrow it down, and an unknown account is refused', async () => {
      const { stdout } = await run(
        'reextract',
        '--host',
        'OLD.example',
        '--user',
        'alice',
        '--dry-run',
        '--format',
        'json',
      )
      const [line, totals] = stdout
        .trim()
        .split('\n')
        .map((text) => JSON.parse(text) as Record<string, unknown>)
      assert.deepEqual([line?.['outcome'], line?.['url']], ['changed', 'https://old.example/page'])
      const { changed, same, kept, skipped } = totals!['totals'] as Record<string, unknown>
      assert.deepEqual([changed, same, kept, skipped], [1, 0, 0, 0])
      assert.match((await run('reextract', '--user', 'nobody')).stderr, /there is no user "nobody"/)
      assert.equal((await run('reextract', '--format', 'xml')).code, 2)
    })

    await t.test('better texts are stored with a revision; values of the client stay', async () => {
      assert.equal((await runProcess('reextract')).code, 0)
      const old = await row('old')
      assert.match(String(old['content']), /Forty volunteers/)
      assert.equal(old['title'], NEWS.title)
      assert.ok(Number(old['revision']) > 0 && old['updated_at'] !== STORED_AT)
      assert.match(String((await row('titled'))['content']), /Forty volunteers/)
      assert.equal((await row('titled'))['title'], 'Old title')
      const client = await row('client')
      assert.match(String(client['content']), /From the client/)
      assert.equal(Number(client['revision']), 0)
    })

    await t.test('a worse text does not replace the stored one, and the log gives the reason', async () => {
      const better = await row('better')
      assert.equal(better['content'], JSON.stringify(LONG))
      assert.match(String(better['steps']), /"kept","note":"the new text has \d+ words instead of 5000/)
      assert.deepEqual([better['title'], Number(better['revision'])], ['Old title', 0])
    })

    await t.test('content joined from several pages is not replaced by that of the first', async () => {
      const joined = await row('joined')
      assert.equal(joined['content'], '"<p>One, two.</p>"')
      assert.match(String(joined['steps']), /"pages".*"kept"/)
    })

    await t.test('a page that gave no text gives one, or a truer reason', async () => {
      const failed = await row('failed')
      assert.deepEqual([failed['fetch_state'], failed['fetch_reason'], failed['title']], ['done', null, GERMAN.title])
      const wall = await row('wall')
      assert.deepEqual([wall['fetch_state'], wall['fetch_reason']], ['failed', 'needs_login'])
    })

    await t.test('a page that was answered to a refused login stays one, and the text of a preview stays', async () => {
      const refused = await row('refused')
      assert.deepEqual([refused['fetch_state'], refused['fetch_reason']], ['failed', 'login_refused'])
      assert.match(String(refused['steps']), /^\[\{"name":"login".*"login_refused, by its form"/)
      const preview = await row('preview')
      assert.deepEqual([preview['content'], preview['fetch_reason']], [JSON.stringify(PREVIEW), null])
      assert.deepEqual([preview['updated_at'], Number(preview['revision'])], [STORED_AT, 0])
      assert.match(String(preview['steps']), /"kept","note":"login_refused: /)
    })

    await t.test('a second run finds nothing to do, and with force changes nothing', async () => {
      assert.equal((await run('reextract')).stdout, '0 changed, 0 unchanged, 0 kept their better text, 0 skipped\n')
      const { stdout } = await run('reextract', '--force')
      assert.match(stdout, /^0 changed, 5 unchanged, 3 kept their better text, 0 skipped$/m)
    })
  })
}
