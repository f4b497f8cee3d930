import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '../support/app.ts'
import { signedIn, type InjectBrowser } from './inject-browser.fixture.ts'

/** Links that end the session, download files, or lead out of the pages. */
const NO_PAGE = /^\/(?:logout|export|feed|assets|api|annotations\/export|config\/export\/|random|import\/[^?#]*\.)/
/** Maximum number of pages. A crawl of an account with one article needs about half of them. */
const MAX_PAGES = 400

test('every link between pages leads to a page, and to the section that it names', async (t) => {
  const app = await testApp(t, 'sqlite')
  const { carol: user } = app
  await app.save(user, 'https://example.org/1', { title: 'One', content: '<p>The sea wall</p>', tags: 'sea' })
  const { pages, links } = await crawl(await signedIn(app, user))
  assert.ok(pages.size > 50 && pages.size < MAX_PAGES, `${pages.size} pages`)
  const problems = [...pages]
    .filter(([, { status }]) => status >= 400)
    .map(([path, { status }]) => `${path}: ${status}`)
  for (const { from, href } of links) {
    const [path, id = ''] = href.split('#') as [string, string?]
    const { body } = pages.get(path)!
    const isThere = id === '' || body === '' || body.includes(` id="${decodeURIComponent(id)}"`)
    if (!isThere) problems.push(`${from} links to ${href}`)
  }
  assert.deepEqual([...new Set(problems)], [])
})

interface Crawled {
  /** the pages by path. The body is empty for other responses. */
  readonly pages: ReadonlyMap<string, { readonly status: number; readonly body: string }>
  readonly links: readonly { readonly from: string; readonly href: string }[]
}

/** Opens all pages that links lead to. */
async function crawl(browser: InjectBrowser): Promise<Crawled> {
  const pages = new Map<string, { status: number; body: string }>()
  const links: { from: string; href: string }[] = []
  const waiting = ['/', '/config', '/admin', '/help/keys', '/review/left']
  while (waiting.length > 0 && pages.size < MAX_PAGES) {
    const path = waiting.shift()!
    if (pages.has(path)) continue
    const { statusCode: status, headers, body } = await browser.get(path)
    const isPage = status === 200 && String(headers['content-type']).startsWith('text/html')
    pages.set(path, { status, body: isPage ? body : '' })
    const found = isPage ? [...body.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href!) : []
    for (const href of headers.location === undefined ? found : [headers.location]) {
      const url = new URL(href.replaceAll('&amp;', '&'), `http://own.invalid${path}`)
      if (url.host !== 'own.invalid' || NO_PAGE.test(url.pathname)) continue
      links.push({ from: path, href: url.pathname + url.search + url.hash })
      waiting.push(url.pathname + url.search)
    }
  }
  return { pages, links }
}

test('links to a setting lead to the page that has it', async (t) => {
  const app = await testApp(t, 'sqlite')
  const browser = await signedIn(app, app.alice)
  for (const [path, pattern, field] of [
    ['/help/keys', /href="(\/config[^"]*)" data-turbo-frame/, 'name="shortcuts"'],
    ['/config/security', /href="(\/config[^"]*)">Change password/, 'name="change_passwd[new_password][first]"'],
  ] as const) {
    const href = pattern.exec((await browser.get(path)).body)![1]!
    assert.ok((await browser.get(href.replace(/#.*/, ''))).body.includes(field), `${path} links to ${href}`)
  }
})
