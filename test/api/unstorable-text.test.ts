import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { testApp, type TestApp, type WireEntry } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'

// PostgreSQL rejects texts that contain NUL, and SQLite stores them. In an earlier version, a URL that ended in `%00`
// led to a title with NUL.

const NUL = '\u0000'
const LONE = '\ud800'
const dirty = (text: string): string => `${NUL}${text}${LONE}`

for (const dialect of DIALECTS) {
  test(`${dialect}: NUL and lone surrogates are removed everywhere`, async (t) => {
    const app = await testApp(t, dialect)
    await addresses(t, app)
    await fields(t, app)
    await fetched(t, app)
    await imported(t, app)
    await nothingIsStored(t, app)
  })
}

async function addresses(t: TestContext, app: TestApp): Promise<void> {
  await t.test('an address with an escaped NUL is saved, with a title without it', async () => {
    const { title } = await app.save(app.alice, `${app.site.url}/nothing/a%00b`)
    assert.equal(title, 'ab')
    const bare = await app.save(app.alice, `${app.site.url}/%00`)
    assert.equal(bare['title'], '127.0.0.1')
  })
  await t.test('a list of addresses is saved whole', async () => {
    const urls = [`${app.site.url}/list/%00`, `${app.site.url}/list/2`]
    const query = new URLSearchParams({ urls: JSON.stringify(urls) })
    const answer = await app.ask(app.alice, { method: 'POST', url: `/api/entries/lists?${query}` })
    assert.equal(answer.statusCode, 200, answer.body)
    assert.deepEqual(
      answer.json<{ url: string; entry: unknown }[]>().map(({ entry }) => typeof entry),
      ['number', 'number'],
    )
  })
}

async function fields(t: TestContext, app: TestApp): Promise<void> {
  await t.test('every field of an entry, its tags and annotations', async () => {
    const saved = await app.save(app.alice, 'https://example.org/dirty', { title: 'T', content: '<p>text</p>' })
    const payload = {
      title: dirty('title'),
      content: `<p>${dirty('content')}</p>`,
      tags: dirty('tag'),
      authors: `${dirty('author')},second`,
      language: dirty('en'),
      preview_picture: dirty('https://example.org/picture.png'),
      origin_url: dirty('https://example.org/origin'),
    }
    const url = `/api/entries/${saved.id}`
    const changed = await app.ask(app.alice, { method: 'PATCH', url, payload })
    assert.equal(changed.statusCode, 200, changed.body)
    const range = { start: dirty('/p[1]'), startOffset: '0', end: dirty('/p[1]'), endOffset: '3' }
    const note = { text: dirty('note'), quote: dirty('con'), ranges: [range] }
    const noted = await app.ask(app.alice, { method: 'POST', url: `/api/annotations/${saved.id}`, payload: note })
    assert.ok(noted.statusCode === 200 || noted.statusCode === 400, noted.body)
    const { title, tags } = (await app.ask(app.alice, { url })).json<WireEntry>()
    assert.equal(title, 'title\ufffd')
    assert.deepEqual(
      (tags as { label: string }[]).map(({ label }) => label),
      ['tag\ufffd'],
    )
  })
  await t.test('words that are searched or filtered by', async () => {
    for (const url of ['/api/search?term=a%00b', '/api/entries?tags=a%00b', '/api/entries?domain_name=%00x']) {
      assert.equal((await app.ask(app.alice, { url })).statusCode, 200, url)
    }
  })
}

async function fetched(t: TestContext, app: TestApp): Promise<void> {
  await t.test('a redirect to an address with an escaped NUL brings the text', async () => {
    app.site.page('/leads', (_, response) => response.writeHead(302, { location: '/target%00' }).end())
    app.site.page('/target%00', (_, response) => {
      const paragraphs = `<p>${'Plain words about nothing in particular, set in a long line. '.repeat(12)}</p>`.repeat(
        4,
      )
      const data = { '@type': 'NewsArticle', headline: `Head${NUL}line`, author: [{ name: `A${NUL}da Byron` }] }
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(
        `<title>a&#0;b</title><script type="application/ld+json">${JSON.stringify(data)}</script><article>${paragraphs}</article>`,
      )
    })
    const entry = await app.save(app.alice, `${app.site.url}/leads`)
    assert.match(String(entry['content']), /Plain words/)
    assert.ok(!JSON.stringify(entry).includes('\\u0000'))
  })
}

async function imported(t: TestContext, app: TestApp): Promise<void> {
  await t.test('an import keeps every row', async () => {
    const rows = [
      { url: 'https://dirty.example/a%00b', is_archived: 0, is_starred: 0, tags: [] },
      {
        url: 'https://dirty.example/c',
        title: dirtyTitle,
        content: `<p>x${NUL}y</p>`,
        tags: [`a${NUL}`, LONE],
        published_by: [`B${NUL}ob`],
        annotations: [
          { text: `n${NUL}`, quote: 'x', ranges: [{ start: `/p${NUL}`, end: '/p', startOffset: '0', endOffset: '1' }] },
        ],
      },
      { url: 'https://dirty.example/d', title: 'clean' },
    ]
    const headers = { 'content-type': 'application/octet-stream' }
    const url = '/api/imports?format=wallabag-v2&fetch=0'
    const sent = await app.ask(app.alice, { method: 'POST', url, payload: JSON.stringify(rows), headers })
    assert.equal(sent.statusCode, 201, sent.body)
    const { id } = sent.json<{ id: number }>()
    for (;;) {
      const job = (await app.ask(app.alice, { url: `/api/imports/${id}` })).json<{ state: string; imported: number }>()
      if (/waiting|running/.test(job.state)) {
        await pause(25)
        continue
      }
      assert.deepEqual([job.state, job.imported], ['done', 3])
      break
    }
  })
}

const dirtyTitle = `t${NUL}i${LONE}`

/** Asserts that no response for alice contains a NUL or a lone surrogate. */
async function nothingIsStored(t: TestContext, app: TestApp): Promise<void> {
  await t.test('no answer holds any of them', async () => {
    for (const url of [
      '/api/entries?perPage=100',
      '/api/tags',
      '/api/entries.csv',
      '/api/entries?perPage=100&detail=metadata',
    ]) {
      const { body } = await app.ask(app.alice, { url })
      assert.ok(!body.includes('\\u0000') && !body.includes(NUL) && !/\\ud800/i.test(body), url)
    }
  })
}
