import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { testApp, type TestApp, type WireEntry } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { after, answering, articlePage, held, NEWS } from '../support/site.ts'

/** Pages that respond slowly, fail, or are saved many times at once. */
for (const dialect of DIALECTS) {
  test(
    `${dialect}: a slow page is completed after the response, and concurrent saves of one page are one entry`,
    { concurrency: true },
    async (t) => {
      const app = await testApp(t, dialect, { environment: { DOGEAR_SAVE_WAIT_SECONDS: '1' } })
      await slow(t, app)
      await atOnce(t, app)
    },
  )

  test(`${dialect}: a failed page is saved with the known values and the reason`, async (t) => {
    const app = await testApp(t, dialect, { environment: { DOGEAR_FETCH_TIMEOUT_SECONDS: '1' } })
    await failures(t, app)
    await givenValues(t, app)
  })
}

async function read(app: TestApp, id: number): Promise<WireEntry> {
  return (await app.ask(app.alice, { url: `/api/entries/${id}` })).json<WireEntry>()
}

/** Waits for the effect of a job that runs after the response. */
async function until(isDone: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if (await isDone()) return
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  assert.fail('it was not done within five seconds')
}

async function slow(t: TestContext, app: TestApp): Promise<void> {
  const late = held(answering(articlePage({ ...NEWS, title: 'Late' })))
  app.site.page('/late', late.answer)
  const answered = t.test('the response has the entry as it is, and its text follows', async () => {
    const start = performance.now()
    const early = await app.save(app.alice, `${app.site.url}/late`, { tags: 'patient' })
    assert.ok(performance.now() - start > 900, 'a page that takes less than a second is in the response')
    late.release()
    const { title, content, http_status, domain_name, reading_time } = early
    assert.deepEqual(
      { title, content, http_status, domain_name, reading_time },
      { title: 'late', content: null, http_status: null, domain_name: '127.0.0.1', reading_time: 0 },
    )
    await until(async () => (await read(app, early.id))['http_status'] !== null)
    const done = await read(app, early.id)
    assert.equal(done['title'], 'Late')
    assert.match(String(done['content']), /handed each stone/)
    assert.ok(String(done['updated_at']) > String(early['updated_at']), 'clients that ask for changes learn of it')
    assert.equal(app.site.hits('/late'), 1)
  })
  const changed = t.test('changes made in the meantime are kept', async () => {
    const lateToo = held(answering(articlePage({ ...NEWS, title: 'From the page' })))
    app.site.page('/late-too', lateToo.answer)
    const early = await app.save(app.alice, `${app.site.url}/late-too`)
    const payload = { title: 'Mine', starred: 1, tags: 'mine' }
    await app.ask(app.alice, { method: 'PATCH', url: `/api/entries/${early.id}`, payload })
    lateToo.release()
    await until(async () => (await read(app, early.id))['http_status'] !== null)
    const { title, is_starred, content } = await read(app, early.id)
    assert.deepEqual([title, is_starred], ['Mine', 1])
    assert.match(String(content), /handed each stone/)
  })
  await Promise.all([answered, changed])
}

/** For each path, the title and HTTP status of the entry, and the message and code of its fetch failure. */
const FAILURES: Readonly<Record<string, readonly [string, string | null, RegExp, string]>> = {
  '/not-found': ['not-found', '404', /has no page at this address/, 'not_found'],
  '/broken': ['broken', '500', /had an internal error/, 'server_error'],
  '/forbidden': ['forbidden', '403', /refused access to the page/, 'forbidden'],
  '/teapot': ['teapot', '418', /returned an error instead of the page/, 'http_error'],
  '/hanging': ['hanging', null, /could not be reached, or did not answer in time/, 'unreachable'],
  '/reset': ['reset', null, /answer was incomplete or unreadable/, 'bad_answer'],
  '/circle': ['circle', null, /redirects too many times/, 'too_many_redirects'],
  '/elsewhere': ['elsewhere', null, /could not be reached/, 'unreachable'],
  '/empty': ['Nothing to say', '200', /No readable text/, 'no_readable_text'],
  '/zip': ['zip', '200', /file type isn’t supported/, 'unsupported_type'],
}

async function failures(t: TestContext, app: TestApp): Promise<void> {
  for (const [path, status] of [
    ['/forbidden', 403],
    ['/teapot', 418],
  ] as const) {
    app.site.page(path, answering('<h1>No</h1>', 'text/html', status))
  }
  for (const [path, [title, status, sentence, reason]] of Object.entries(FAILURES)) {
    await t.test(`${path} is saved as "${title}" with the reason ${reason}`, async () => {
      const url = app.site.url + path
      const entry = await app.save(app.alice, url, { tags: 'kept', starred: 1 })
      assert.match(String(entry['content']), sentence)
      // Readeck 0.22.3 and others know a failed page by this sentence.
      assert.ok(String(entry['content']).startsWith("wallabag can't retrieve contents for this article. <p>"))
      assert.deepEqual(
        [entry['title'], entry['http_status'], entry['url'], entry['given_url']],
        [title, status, url, url],
      )
      assert.deepEqual([entry['reading_time'], entry['domain_name'], entry['is_starred']], [0, '127.0.0.1', 1])
      assert.equal((entry['tags'] as object[]).length, 1)
      const sql = 'select fetch_reason, is_not_parsed from entry where user_id = $1 and id = $2'
      const rows = await app.database.prepare<Record<string, unknown>>(sql).all(app.alice.id, entry.id)
      assert.deepEqual({ ...rows[0] }, { fetch_reason: reason, is_not_parsed: 1 })
    })
  }
  await t.test('a closed port, a refused address and an unknown name have the same text', async () => {
    const contents = new Set<unknown>()
    for (const url of ['http://127.0.0.1:9/', 'http://10.0.0.1/', 'http://no-such-host.invalid/', 'http://[::1]/']) {
      contents.add((await app.save(app.alice, url))['content'])
    }
    assert.equal(contents.size, 1)
  })
  await t.test('failed entries are found by notParsed, and by the status of their page', async () => {
    const missing = 'domain_name=missing.localhost'
    await app.save(app.alice, `${app.site.url.replace('127.0.0.1', 'missing.localhost')}/not-found`)
    assert.equal(await count(app, `notParsed=1&${missing}`), 1)
    assert.equal(await count(app, `http_status=404&${missing}`), 1)
    assert.equal(await count(app, `notParsed=0&${missing}`), 0)
  })
}

async function count(app: TestApp, query: string): Promise<number> {
  const answer = await app.ask(app.alice, { url: `/api/entries?detail=metadata&${query}` })
  return answer.json<{ total: number }>().total
}

async function givenValues(t: TestContext, app: TestApp): Promise<void> {
  await t.test('values of the client stay if the page fails', async () => {
    const title = { title: 'Mine' }
    const entry = await app.save(app.alice, `${app.site.url}/gone-1`, { ...title, language: 'de', authors: 'Me' })
    assert.deepEqual([entry['title'], entry['language'], entry['published_by']], ['Mine', 'de', ['Me']])
    const text = await app.save(app.alice, `${app.site.url}/gone-2`, { content: '<p>My own text</p>' })
    assert.equal(text['content'], '<p>My own text</p>')
  })
}

/** Sends the same save request fifty times at once. @returns the different ids in the responses */
async function fifty(app: TestApp, path: string, fields: object = {}): Promise<Set<number>> {
  const ask = (number: number) =>
    app.save(app.alice, app.site.url + path, { ...fields, ...('tags' in fields && { tags: `all,${number % 5}` }) })
  const entries = await Promise.all(Array.from({ length: 50 }, (_, number) => ask(number)))
  return new Set(entries.map(({ id }) => id))
}

async function atOnce(t: TestContext, app: TestApp): Promise<void> {
  app.site.page('/slow-one', after(600, answering(articlePage(NEWS))))
  app.site.page('/leads', (_request, response) => void response.writeHead(302, { location: '/article/led' }).end())
  const cases: Readonly<Record<string, readonly [string, object]>> = {
    'a fast page': ['/article/fast', {}],
    'a slow page': ['/slow-one', {}],
    'a page that leads elsewhere': ['/leads', {}],
    'given title and content': ['/article/content', { title: 'T', content: '<p>C</p>' }],
    tags: ['/article/tags', { tags: true }],
  }
  for (const [name, [path, fields]] of Object.entries(cases)) {
    await t.test(`fifty concurrent saves are one entry, with ${name}`, async () => {
      const ids = await fifty(app, path, fields)
      assert.equal(ids.size, 1)
      const list = await app.ask(app.alice, { url: '/api/entries?perPage=100' })
      const { items } = list.json<{ _embedded: { items: WireEntry[] } }>()._embedded
      const same = items.filter((item) => item['given_url'] === app.site.url + path)
      assert.deepEqual([same.length, same[0]!.id], [1, [...ids][0]])
      assert.equal(app.site.hits(path), name.startsWith('given') ? 0 : 1)
      if ('tags' in fields) assert.equal((same[0]!['tags'] as object[]).length, 6)
    })
  }
  await t.test('a short link and its target saved at the same time become one entry', async () => {
    app.site.page(
      '/to-target',
      (_request, response) => void response.writeHead(302, { location: '/article/aim' }).end(),
    )
    const saves = Array.from({ length: 10 }, (_, number) =>
      app.save(app.alice, app.site.url + (number % 2 === 0 ? '/to-target' : '/article/aim')),
    )
    const ids = (await Promise.all(saves)).map(({ id }) => id)
    const target = await app.save(app.alice, `${app.site.url}/article/aim`)
    assert.equal((await app.save(app.alice, `${app.site.url}/to-target`)).id, target.id)
    assert.equal(Math.min(...ids), target.id)
  })
}
