import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanContent, extract } from '@dogear/extractor'
import type { Extraction, ReadableExtraction } from '@dogear/extractor/service'
import type { FetchOutcome } from '../../fetching/fetch-outcome.ts'
import { joinPages, fetchDiscussionData } from './join-pages.ts'

const FIRST = 'https://a.example/news/sea-wall'
const title = 'Harbour town rebuilds its sea wall'

/** @returns a page of an article; its text differs from that of all other pages */
function aPage(word: string, links = '', heading = title): string {
  const paragraph = `<p>${`The ${word} stone went from one pair of arms to the next, and nobody let it fall. `.repeat(5)}</p>`
  return `<title>${heading}</title><main><article><h1>${heading}</h1>${paragraph.repeat(4)}</article></main>${links}`
}

const extraction = {
  extract: (capture: Parameters<typeof extract>[0]) => extract(capture),
  clean: async (given: Parameters<typeof cleanContent>[0]) => cleanContent(given),
  stop: async () => {},
}

interface Visit {
  readonly result: ReadableExtraction
  readonly fetched: readonly string[]
}

async function join(
  pages: Readonly<Record<string, string | FetchOutcome>>,
  links: Partial<ReadableExtraction> = {},
): Promise<Visit> {
  const { fetcher, fetched } = siteOf(pages)
  const first: Extraction = await extract(received(FIRST, pages[FIRST] as string))
  assert.equal(first.kind, 'article')
  const signal = new AbortController().signal
  const result = await joinPages({ fetcher, extraction }, FIRST, { ...(first as ReadableExtraction), ...links }, signal)
  return { result, fetched }
}

function siteOf(pages: Readonly<Record<string, string | FetchOutcome>>) {
  const fetched: string[] = []
  const answer = (url: string): FetchOutcome => {
    fetched.push(url)
    const page = pages[url] ?? { kind: 'failed', code: 'unreachable', message: '', detail: '' }
    return typeof page === 'string' ? { kind: 'page', page: { ...received(url, page), redirects: [] } } : page
  }
  return { fetcher: { fetch: async (url: string) => answer(url), close: async () => {} }, fetched }
}

/** Extracts the page of a discussion post, together with the data file that the page names. */
async function joinAny(pages: Readonly<Record<string, string | FetchOutcome>>) {
  const { fetcher, fetched } = siteOf(pages)
  const alone = await extract(received(POST, pages[POST] as string))
  const signal = new AbortController().signal
  const deps = { fetcher, extraction }
  const result =
    alone.kind === 'article'
      ? await joinPages(deps, POST, alone, signal)
      : await fetchDiscussionData(deps, POST, alone, signal)
  return { result, fetched }
}

function received(url: string, html: string) {
  return { url, status: 200, headers: {}, contentType: 'text/html', body: new TextEncoder().encode(html) }
}

const page = (number: number) => `${FIRST}?page=${number}`
const link = (number: number) => `<a href="?page=${number}">${number}</a>`
const wordsOf = ({ result }: Visit) => [...new Set(result.article.content.match(/The \w+ stone/g))]
const lastNote = ({ result }: Visit) => result.steps.at(-1)

test('three pages become one text in order, and the steps list them', async () => {
  const visit = await join({
    [FIRST]: aPage('first', link(2)),
    [page(2)]: aPage('second', link(3), `${title} - Page 2`),
    [page(3)]: aPage('third'),
  })
  assert.deepEqual(wordsOf(visit), ['The first stone', 'The second stone', 'The third stone'])
  assert.deepEqual(lastNote(visit), { name: 'pages', note: '3 pages joined; the last page was reached' })
  assert.equal(visit.result.article.title, title)
  assert.equal(visit.result.article.readingTime, 5)
})

const note = (text: string): string =>
  `<p>See<sup><a href="#n1">1</a></sup> ${text}.</p><ol class="footnotes"><li id="n1">Note of ${text}</li></ol>`

const withNote = (word: string, links = ''): string =>
  aPage(word, links).replace('</article>', `${note(word)}</article>`)

test('the notes of every page count on from those of the page before', async () => {
  const { result } = await join({ [FIRST]: withNote('first', link(2)), [page(2)]: withNote('second') })
  const { content } = result.article
  assert.deepEqual(content.match(/href="#fn-\d+"/g), ['href="#fn-1"', 'href="#fn-2"'])
  assert.deepEqual(content.match(/<li id="fn-\d+">Note of \w+/g), [
    '<li id="fn-1">Note of first',
    '<li id="fn-2">Note of second',
  ])
})

/** @returns the markup of a picture that is part of the page, with a PNG signature and bytes that no other picture has */
const embedded = (byte: number): string => {
  const bytes = Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), Buffer.alloc(3000, byte)])
  return `<p><img src="data:image/png;base64,${bytes.toString('base64')}" alt="Stone"></p>`
}

test('the pictures that the pages contain are kept with all pages', async () => {
  const withPicture = (word: string, byte: number, links = ''): string =>
    aPage(word, links).replace('</article>', `${embedded(byte)}<p>${'It stands today. '.repeat(20)}</p></article>`)
  const { result } = await join({ [FIRST]: withPicture('first', 1, link(2)), [page(2)]: withPicture('second', 2) })
  const { pictures = [], article } = result
  assert.equal(pictures.length, 2)
  for (const { address } of pictures) assert.ok(article.content.includes(address), address)
  const print = `${FIRST}?print=1`
  const single = await join({ [FIRST]: aPage('first'), [print]: withPicture('first', 3) }, { singlePage: print })
  assert.equal(single.result.pictures?.length, 1)
})

test('an article of one page is fetched once', async () => {
  assert.deepEqual((await join({ [FIRST]: aPage('first') })).fetched, [])
})

test('a page that repeats an earlier one ends it', async () => {
  const visit = await join({ [FIRST]: aPage('first', link(2)), [page(2)]: aPage('first', link(3)) })
  assert.deepEqual(wordsOf(visit), ['The first stone'])
  assert.match(lastNote(visit)?.note ?? '', /no further page was joined; page 2 repeats/)
  assert.deepEqual(visit.fetched, [page(2)])
})

test('a page of another title is another article', async () => {
  const other = aPage('other', '', 'Potatoes grow in the dark')
  const visit = await join({ [FIRST]: aPage('first', link(2)), [page(2)]: other })
  assert.deepEqual(wordsOf(visit), ['The first stone'])
  assert.match(lastNote(visit)?.note ?? '', /another title/)
})

test('a page that cannot be fetched leaves the pages before it', async () => {
  const visit = await join({ [FIRST]: aPage('first', link(2)), [page(2)]: aPage('second', link(3)) })
  assert.deepEqual(wordsOf(visit), ['The first stone', 'The second stone'])
  assert.deepEqual(lastNote(visit), { name: 'pages', note: '2 pages joined; page 3 could not be fetched: unreachable' })
})

test('a page that redirects to another site is not used', async () => {
  const elsewhere = { ...received('https://b.example/x', aPage('foreign')), redirects: [page(2)] }
  const visit = await join({ [FIRST]: aPage('first', link(2)), [page(2)]: { kind: 'page', page: elsewhere } })
  assert.deepEqual(wordsOf(visit), ['The first stone'])
})

test('pages without end are given up after ten', async () => {
  const words = 'ant bee cat dog eel fox gnu hen ibis jay kite lark'.split(' ')
  const pages = words.map((word, i) => [i === 0 ? FIRST : page(i + 1), aPage(word, link(i + 2))])
  const visit = await join(Object.fromEntries(pages))
  assert.equal(visit.fetched.length, 9)
  assert.equal(wordsOf(visit).length, 10)
  assert.match(lastNote(visit)?.note ?? '', /at most 10/)
})

test('the whole article on a single page replaces the joined pages', async () => {
  const print = `${FIRST}?print=1`
  const both = aPage('first').replace('</article>', aPage('second').replaceAll(/<title>.*<\/h1>/g, '') + '</article>')
  const visit = await join({ [FIRST]: aPage('first', link(2)), [print]: both }, { singlePage: print })
  assert.deepEqual(visit.fetched, [print])
  assert.deepEqual(wordsOf(visit), ['The first stone', 'The second stone'])
  assert.deepEqual(lastNote(visit), { name: 'pages', note: `used the single-page version: ${print}` })
})

test('a single page with less text than the first page is not used', async () => {
  const print = `${FIRST}?print=1`
  const visit = await join(
    { [FIRST]: aPage('first'), [print]: `<title>${title}</title><p>Sign in.</p>` },
    { singlePage: print },
  )
  assert.deepEqual(wordsOf(visit), ['The first stone'])
})

test('a page in AMP is given up for the full version that it names, on the same site only', async () => {
  const amp = (canonical: string) =>
    `<html amp><head><link rel="canonical" href="${canonical}"></head>${aPage('first')}`
  const full = 'https://www.a.example/news/sea-wall'
  const both = aPage('first').replace('</article>', `${aPage('second').replaceAll(/<title>.*<\/h1>/g, '')}</article>`)
  const visit = await join({ [FIRST]: amp(full), [full]: both })
  assert.deepEqual(visit.fetched, [full])
  assert.deepEqual(wordsOf(visit), ['The first stone', 'The second stone'])
  const other = 'https://b.example/news/sea-wall'
  assert.deepEqual((await join({ [FIRST]: amp(other), [other]: both })).fetched, [])
})

const POST = 'https://b.example/@ada/100001'
const DATA = 'https://b.example/api/v1/statuses/100001'

const status = (id: string, parent: string | null, text: string) => ({
  id,
  in_reply_to_id: parent,
  account: { acct: `user${id}`, display_name: '' },
  content: `<p>${text}</p>`,
  created_at: '2026-01-02T10:00:00Z',
})

function json(url: string, value: unknown): FetchOutcome {
  return {
    kind: 'page',
    page: { ...received(url, JSON.stringify(value)), contentType: 'application/json', redirects: [] },
  }
}

test('the public data of a post of Mastodon are fetched, and its replies are joined', async () => {
  const app =
    '<html><head><title>Ada: Tides</title><script id="initial-state" type="application/json">{}</script></head><body><div id="mastodon"></div></body></html>'
  const visit = await joinAny({
    [POST]: app,
    [DATA]: json(DATA, status('100001', null, 'Low tide is at six.')),
    [`${DATA}/context`]: json(`${DATA}/context`, { ancestors: [], descendants: [status('2', '100001', 'I come.')] }),
  })
  assert.deepEqual(visit.fetched, [DATA, `${DATA}/context`])
  assert.equal(visit.result.kind, 'article')
  const content = visit.result.kind === 'article' ? visit.result.article.content : ''
  assert.match(content, /^<p>Low tide is at six\.<\/p>[^]*<strong>user2<\/strong>[^]*<p>I come\.<\/p>/)
})

test('data that cannot be had, or that redirect to another site, leave the failure of the page', async () => {
  const app = '<html><head><script id="initial-state"></script></head><body><div id="mastodon"></div></body></html>'
  const elsewhere = json('https://c.example/x', status('100001', null, 'Foreign.'))
  for (const data of [undefined, elsewhere]) {
    const visit = await joinAny({ [POST]: app, ...(data && { [DATA]: data }) })
    assert.equal(visit.result.kind, 'unreadable')
  }
})
