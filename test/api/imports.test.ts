import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FILES } from '../../src/imports/import-files.fixture.ts'
import { importEntriesJob } from '../../src/imports/import-entries.job.ts'
import { receiveFile, startImport } from '../../src/imports/start-import.ts'
import { sweepImports } from '../../src/imports/sweep-imports.ts'
import type { JobQueue } from '../../src/jobs/job-queue.ts'
import { RetryLater } from '../../src/jobs/job-queue.ts'
import { testApp, type TestApp, type TestUser, type WireEntry } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'

interface WireImport {
  readonly id: number
  readonly state: string
  readonly failure: string | null
  readonly imported: number
  readonly merged: number
  readonly total: number | null
  readonly skipped: number
  readonly failed: number
  readonly rows: number
  readonly size: number
  readonly bytes_read: number
  readonly errors: readonly { readonly row: number; readonly reason: string }[]
}

const TYPE = { 'content-type': 'application/octet-stream' }

function importer(app: TestApp) {
  const get = async (user: TestUser, id: number) =>
    (await app.ask(user, { url: `/api/imports/${id}` })).json<WireImport>()
  const send = (user: TestUser, query: string, payload: string | Buffer, headers: Record<string, string> = TYPE) =>
    app.ask(user, { method: 'POST', url: `/api/imports?${query}`, payload, headers })
  const finished = async (user: TestUser, id: number): Promise<WireImport> => {
    for (;;) {
      const job = await get(user, id)
      if (!/waiting|running/.test(job.state)) return job
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
  }
  const run = async (user: TestUser, query: string, payload: string | Buffer) => {
    const answer = await send(user, query, payload)
    assert.equal(answer.statusCode, 201, answer.body)
    return finished(user, answer.json<WireImport>().id)
  }
  const entries = async (user: TestUser) =>
    (await app.ask(user, { url: '/api/entries?perPage=100&sort=created&order=asc' })).json<{
      _embedded: { items: WireEntry[] }
    }>()._embedded.items
  return { get, send, finished, run, entries }
}

const counts = ({ state, imported, skipped, failed }: WireImport) => [state, imported, skipped, failed]
const manyRows = (count: number) =>
  `title,url,time_added,tags,status\n${Array.from({ length: count }, (_, index) => `t${index},https://many.example/${index},${1_700_000_000 + index},,unread`).join('\n')}`

/** Discards jobs, because the test runs the import itself. */
const NO_QUEUE: JobQueue = { enqueue: async () => undefined }

for (const dialect of DIALECTS) {
  test(`${dialect}: imports`, async (t) => {
    const app = await testApp(t, dialect)
    const { alice, bob, carol, services } = app
    const { get, send, finished, run, entries } = importer(app)
    const batchRows = dialect === 'sqlite' ? 50 : 200
    const count = async (table: string) => {
      const [row] = await app.database.prepare<{ total: number }>(`select count(*) as total from ${table}`).all()
      return Number(row!.total)
    }

    await t.test('an import of a wallabag export restores all of its values', async () => {
      const job = await run(alice, 'format=wallabag-v2&fetch=0&tags=Imported', FILES['wallabag-v2'])
      assert.deepEqual(counts(job), ['done', 2, 0, 0])
      const [entry, wall] = (await entries(alice)).toSorted((one, other) =>
        String(one['title']).localeCompare(String(other['title'])),
      )
      const { id: _, tags, annotations, ...rest } = entry!
      assert.equal(rest['content'], '<p>High and <b>low</b>.</p>')
      const expected = {
        title: 'Tides',
        url: 'https://news.example.org/tides',
        given_url: 'https://go.example.org/t',
        origin_url: 'https://social.example.org/1',
        uid: '5b0e7d1c3a9f40.12345678',
        is_archived: 1,
        is_starred: 1,
        archived_at: '2026-03-02T08:30:00+0000',
        starred_at: '2026-03-03T09:30:00+0000',
        created_at: '2026-03-01T09:30:00+0000',
        published_at: '2026-02-01T00:00:00+0000',
        published_by: ['Ada'],
        language: 'en',
        mimetype: 'text/html',
        preview_picture: 'https://news.example.org/p.png',
        http_status: '200',
        headers: { 'content-type': 'text/html' },
        domain_name: 'news.example.org',
      }
      assert.deepEqual(Object.fromEntries(Object.keys(expected).map((key) => [key, rest[key]])), expected)
      const labels = (tags as { label: string }[]).map(({ label }) => label)
      assert.deepEqual(labels.toSorted(), ['imported', 'long read', 'sea'])
      const [note] = annotations as { text: string; quote: string; ranges: object[] }[]
      assert.deepEqual([note?.text, note?.quote, note?.ranges.length], ['why?', 'High', 1])
      assert.deepEqual([wall!['content'], wall!['is_archived']], [null, 0])
    })

    await t.test('importing the same file again adds nothing, whichever of its addresses is known', async () => {
      await run(alice, 'format=wallabag-v2&fetch=0', FILES['wallabag-v2'])
      assert.deepEqual(counts(await run(alice, 'format=wallabag-v2&fetch=0', FILES['wallabag-v2'])), ['done', 0, 2, 0])
      const other = JSON.stringify([
        { url: 'https://go.example.org/t' },
        { url: 'https://new.example.org/' },
        { url: 'https://new.example.org/' },
      ])
      assert.deepEqual(counts(await run(alice, 'format=wallabag-v2&fetch=0', other)), ['done', 1, 2, 0])
      assert.equal((await entries(alice)).length, 3)
    })

    await t.test(
      'a page that could not be fetched is no text in a file, so that it can be fetched after an import',
      async () => {
        const [mover, next] = [await app.newUser(), await app.newUser()]
        const { id } = await app.save(mover, `${app.site.url}/not-here`)
        const { body } = await app.ask(mover, { url: `/api/entries/${id}/export.json` })
        assert.match(body, /"content":"wallabag can't retrieve contents for this article. <p>The site has no page/)
        await run(next, 'format=wallabag-v2&fetch=0', body)
        assert.deepEqual(
          (await entries(next)).map(({ content }) => content),
          [null],
        )
      },
    )

    await t.test('a public link of another user is not taken over', async () => {
      const own = JSON.stringify([{ url: 'https://x.example/', uid: '5b0e7d1c3a9f40.12345678' }])
      await run(bob, 'format=wallabag-v2&fetch=0', own)
      assert.deepEqual(
        (await entries(bob)).map(({ uid }) => uid),
        [null],
      )
    })

    await t.test('every failed row is reported with its number and reason', async () => {
      const job = await run(bob, 'format=auto&fetch=0&mark_as_read=1', FILES.pocket)
      assert.deepEqual([...counts(job), job.total], ['done', 3, 0, 1, 4])
      assert.deepEqual(job.errors, [{ row: 4, reason: 'The row has no address.' }])
      const archived = (await entries(bob)).filter((entry) => entry['is_archived'] === 1)
      assert.equal(archived.length, 3)
    })

    await t.test(
      'rows without a page are reported and count as skipped; apps are told about imported pages',
      async () => {
        const file = [
          { url: 'javascript:alert(1)' },
          { url: 'https://since.example/', updated_at: '2020-01-01T00:00:00+0000', mimetype: 'a/b\r\nx: y' },
        ]
        const since = Math.floor(Date.now() / 1000) - 60
        const job = await run(alice, 'format=wallabag-v2&fetch=0', JSON.stringify(file))
        assert.deepEqual(counts(job), ['done', 1, 1, 0])
        assert.deepEqual(job.errors, [{ row: 1, reason: 'Skipped: bookmarklets can’t be imported.' }])
        const changed = await app.ask(alice, { url: `/api/entries?since=${since}&sort=updated&order=desc` })
        const [newest] = changed.json<{ _embedded: { items: WireEntry[] } }>()._embedded.items
        assert.deepEqual([newest?.['url'], newest?.['mimetype']], ['https://since.example/', null])
      },
    )

    await t.test('of more than a thousand failed rows the first are listed, and all are counted', async () => {
      const rows = Array.from({ length: 1500 }, (_, index) => ({ href: `nothing ${index}` }))
      const job = await run(bob, 'format=pinboard', JSON.stringify(rows))
      assert.deepEqual([job.state, job.failed, job.errors.length, job.errors.at(-1)?.row], ['failed', 1500, 1000, 1000])
      assert.equal(job.failure, 'None of the rows in the file could be read.')
    })

    await t.test('pages without a text in the file are fetched, and the title of the file stays', async () => {
      const url = `${app.site.url}/news`
      const job = await run(carol, 'format=pinboard', JSON.stringify([{ href: url, description: 'Mine' }]))
      assert.deepEqual(counts(job), ['done', 1, 0, 0])
      for (let tries = 0; ; tries++) {
        const [entry] = await entries(carol)
        assert.equal(entry!['title'], 'Mine')
        if (entry!['content'] !== null) break
        assert.ok(tries < 200, 'the page never came')
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    })

    await t.test('a file in a form is as good as one in the body', async () => {
      const form = new FormData()
      form.set('note', 'first')
      form.set('file', new Blob([FILES.delicious]), '../../bookmarks "1".json')
      const request = new Request('http://x/', { method: 'POST', body: form })
      const headers = { 'content-type': request.headers.get('content-type')! }
      const answer = await send(bob, 'format=delicious&fetch=0', Buffer.from(await request.arrayBuffer()), headers)
      assert.equal(answer.statusCode, 201, answer.body)
      const { file_name: name, id } = answer.json<{ file_name: string; id: number }>()
      assert.equal(name, '../../bookmarks "1".json')
      const { state, merged } = await finished(bob, id)
      assert.deepEqual([state, merged], ['done', 1])
    })

    await t.test('invalid imports are refused without effect', async () => {
      const before = await count('import')
      assert.equal((await send(bob, 'format=pocket', '')).statusCode, 400)
      assert.equal((await send(bob, 'format=nothing', 'x')).statusCode, 400)
      const multipart = { 'content-type': 'multipart/form-data; boundary=x' }
      for (const body of [
        '',
        '--x',
        '--x\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\nnever ends',
        '--x--\r\n',
      ]) {
        assert.equal((await send(bob, '', body, multipart)).statusCode, 400, body)
      }
      assert.equal(await count('import'), before)
    })

    await t.test('the rows before the end of a truncated file are imported', async () => {
      const job = await run(bob, 'format=pinboard&fetch=0', '[{"href":"https://cut.example/1"},{"href":"https://cut.')
      assert.deepEqual(counts(job), ['failed', 1, 0, 0])
      assert.match(job.failure ?? '', /incomplete/)
    })

    await t.test('users neither see nor cancel imports of others', async () => {
      const { id } = (await app.ask(alice, { url: '/api/imports' })).json<WireImport[]>()[0]!
      for (const user of [bob, carol]) {
        assert.equal((await app.ask(user, { url: `/api/imports/${id}` })).statusCode, 404)
        assert.equal((await app.ask(user, { method: 'DELETE', url: `/api/imports/${id}` })).statusCode, 404)
        const list = (await app.ask(user, { url: '/api/imports' })).json<WireImport[]>()
        assert.ok(list.every((one) => one.id !== id))
      }
    })

    const deps = {
      database: services.database,
      jobs: NO_QUEUE,
      clock: services.clock,
      clean: services.extraction.clean,
    }
    const order = async (text: string) => {
      const file = await receiveFile(
        deps,
        carol.id,
        'f',
        (async function* () {
          yield Buffer.from(text)
        })(),
      )
      const options = { isAllRead: false, isFetching: false, tags: [] }
      return startImport(deps, carol.id, file, { format: 'pocket_csv', options })
    }
    const payload = (id: number) => ({ userId: carol.id, importId: id })

    await t.test('an interrupted run continues where it stopped', async () => {
      const { id } = await order(manyRows(1000))
      const stop = new AbortController()
      let batches = 0
      const applyRules = async () => {
        if (++batches === 3) stop.abort(new Error('the process stops'))
      }
      const again = { signal: stop.signal, attempt: 1, maxAttempts: 5 }
      await assert.rejects(importEntriesJob({ ...deps, applyRules })(payload(id), again), RetryLater)
      const half = await get(carol, id)
      assert.deepEqual([half.state, half.rows, half.imported], ['running', 3 * batchRows, 3 * batchRows])
      assert.equal(half.total, 1000)
      await importEntriesJob(deps)(payload(id), { signal: new AbortController().signal, attempt: 1, maxAttempts: 5 })
      assert.deepEqual(counts(await get(carol, id)), ['done', 1000, 0, 0])
    })

    await t.test('a rolled-back batch leaves neither entries nor a record', async () => {
      const { id } = await order(manyRows(1200).replaceAll('many.', 'undone.'))
      const before = await count('entry')
      let calls = 0
      const failing = {
        ...deps,
        applyRules: async () => {
          if (++calls === 2) throw new Error('in the middle of the second batch')
        },
      }
      const run1 = { signal: new AbortController().signal, attempt: 1, maxAttempts: 5 }
      await assert.rejects(importEntriesJob(failing)(payload(id), run1), /second batch/)
      assert.equal(await count('entry'), before + batchRows)
      assert.equal((await get(carol, id)).rows, batchRows)
      await importEntriesJob(deps)(payload(id), { ...run1, attempt: 2 })
      assert.deepEqual(counts(await get(carol, id)), ['done', 1200, 0, 0])
      assert.equal(await count('entry'), before + 1200)
    })

    await t.test('a cancelled import stops between two batches and keeps the imported entries', async () => {
      const { id } = await order(manyRows(1000).replaceAll('many.', 'cancelled.'))
      let calls = 0
      const cancelling = {
        ...deps,
        clean: deps.clean,
        clock: {
          now: () => {
            calls++
            return new Date()
          },
        },
      }
      const watching = {
        ...cancelling,
        database: {
          ...services.database,
          transaction: async <T>(work: Parameters<typeof services.database.transaction<T>>[0]) => {
            const result = await services.database.transaction(work)
            // The first call is the start of the import.
            if (calls === 3) {
              const answer = await app.ask(carol, { method: 'DELETE', url: `/api/imports/${id}` })
              assert.equal(answer.json<WireImport>().state, 'cancelled')
            }
            return result
          },
        },
      }
      const runOnce = { signal: new AbortController().signal, attempt: 1, maxAttempts: 5 }
      await importEntriesJob(watching)(payload(id), runOnce)
      const job = await get(carol, id)
      assert.deepEqual([job.state, job.imported], ['cancelled', 2 * batchRows])
      assert.equal((await app.ask(carol, { method: 'DELETE', url: `/api/imports/${id}` })).statusCode, 200)
    })

    await t.test('no file is left when everything has ended, and lost uploads are swept', async () => {
      assert.equal(await count('import_chunk'), 0)
      await receiveFile(
        deps,
        carol.id,
        'lost',
        (async function* () {
          yield Buffer.from('x')
        })(),
      )
      assert.equal(await count('import_chunk'), 1)
      await sweepImports({ database: services.database, clock: { now: () => new Date(Date.now() + 2 * 3_600_000) } })
      assert.equal(await count('import_chunk'), 0)
    })

    await t.test('at most five imports run at the same time', async () => {
      const waiting = []
      for (let index = 0; index < 5; index++) waiting.push(await order(manyRows(1)))
      assert.equal((await send(carol, 'format=pocket', 'x')).statusCode, 429)
      for (const { id } of waiting) await app.ask(carol, { method: 'DELETE', url: `/api/imports/${id}` })
      assert.equal(await count('import_chunk'), 0)
    })

    const skip = dialect === 'postgres' && 'takes long, and does not depend on the database'
    await t.test('rows beyond the limit are left, and the limit is named', { skip }, async () => {
      await run(carol, 'format=pocket_csv&fetch=0', 'title,url\nt,https://many.example/1\n')
      const rows = `title,url\n${'t,https://many.example/1\n'.repeat(100_001)}`
      const job = await run(carol, 'format=pocket_csv&fetch=0', rows)
      assert.deepEqual(counts(job), ['failed', 0, 100_000, 0])
      assert.match(job.failure ?? '', /more than 100000 rows/)
    })
  })
}
