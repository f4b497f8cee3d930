import { test } from 'node:test'
import type { TestContext } from 'node:test'
import assert from 'node:assert/strict'
import fastify from 'fastify'
import type { Page } from 'playwright-core'
import { assetHref } from '../../src/web/assets/assets.ts'
import { assetsRoutes } from '../../src/web/assets/assets.routes.ts'
import { uiPolicy } from '../../src/web/content-security-policy.ts'
import { websiteAssets } from '../../src/web/assets/website-assets.ts'
import { openBrowser } from '../support/open-browser.ts'
import { samplePages } from './sample-pages.ts'

const assets = await websiteAssets()
const PIXEL = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64')
/** The response with the next page of a list, requested when the user reaches its end. */
const NEXT_PAGE = '<turbo-frame id="page-3"></turbo-frame>'
const NAMES = [
  'home',
  'home-refused',
  'home-empty',
  'entry',
  'entry-failed',
  'setup-refused',
  'login-refused',
  'error',
].concat(['developer', 'client-create-refused', 'client-created', 'logout'])

async function serve(t: TestContext, text: string): Promise<string> {
  const pages = samplePages({ text, address: '/favicon.ico', assetHref: (name) => assetHref(assets, name) })
  const app = fastify()
  await app.register(assetsRoutes(assets))
  app.get('/sw.js', (_request, reply) => reply.type('text/javascript').send('// keeps nothing'))
  // A response without content ends the event stream of a list.
  app.get('/events', (_request, reply) => reply.code(204).send())
  app.get<{ Params: { name: string } }>('/:name', async ({ params }, reply) => {
    const page = pages[params.name]!.toString()
    return reply.header('content-security-policy', uiPolicy()).type('text/html; charset=utf-8').send(page)
  })
  t.after(() => app.close())
  return app.listen({ host: '127.0.0.1', port: 0 })
}

interface Answer {
  readonly type: string
  readonly body: Buffer
}

/**
 * Answers the requests of a page to some addresses. `page.route` would also bypass the cache for all other addresses.
 */
async function answerFor(page: Page, urlPattern: string, { type, body }: Answer): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const responseHeaders = [{ name: 'content-type', value: type }]
  session.on('Fetch.requestPaused', ({ requestId }) => {
    const answer = { requestId, responseCode: 200, responseHeaders, body: body.toString('base64') }
    // The command fails if the page has been closed in the meantime.
    session.send('Fetch.fulfillRequest', answer).catch(() => undefined)
  })
  await session.send('Fetch.enable', { patterns: [{ urlPattern }] })
}

for (const [kind, text] of [
  ['plain words', 'Notes on paper'],
  ['a word of 1000 letters', 'W'.repeat(1000)],
  ['text from right to left', 'مرحبا بالعالم '.repeat(20)],
] as const) {
  test(`no page scrolls sideways or breaks its own policy with ${kind}, on a phone or a desk`, async (t) => {
    const [base, browser] = await Promise.all([serve(t, text), openBrowser(t)])
    const page = await browser.newPage()
    await answerFor(page, 'https://example.com/*', { type: 'image/gif', body: PIXEL })
    await answerFor(page, '*/unread/list/*', { type: 'text/html', body: Buffer.from(NEXT_PAGE) })
    const complaints: string[] = []
    page.on('console', (message) => complaints.push(`${message.location().url}: ${message.text()}`))
    for (const name of NAMES) {
      await page.goto(`${base}/${name}`)
      for (const width of [320, 390, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        const sideways = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
        assert.ok(sideways <= 0, `${name} at ${width} is ${sideways} pixels too wide`)
      }
    }
    assert.deepEqual(complaints, [])
  })
}

test('the sign-in form is filled and sent by keyboard alone', async (t) => {
  const [base, browser] = await Promise.all([serve(t, 'Notes'), openBrowser(t)])
  const page = await browser.newPage({ javaScriptEnabled: false })
  await page.goto(`${base}/login`)
  const sent = page.waitForRequest((request) => request.method() === 'POST')
  await page.locator('#username:focus').waitFor()
  await page.keyboard.type('alice')
  await page.keyboard.press('Tab')
  await page.keyboard.type('correct horse')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  const fields = new URLSearchParams((await sent).postData() ?? '')
  assert.equal(fields.get('_username'), 'alice')
  assert.equal(fields.get('_password'), 'correct horse')
  assert.equal(fields.get('_remember_me'), 'on')
  assert.match(fields.get('_csrf_token') ?? '', /^\w+$/)
})

test('the actions of a card appear when the keyboard reaches them', async (t) => {
  const [base, browser] = await Promise.all([serve(t, 'Notes'), openBrowser(t)])
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.goto(`${base}/home`)
  const opacity = () => page.evaluate<string>("getComputedStyle(document.querySelector('.card .actions')).opacity")
  assert.equal(await opacity(), '0')
  await page.focus('.card button')
  assert.equal(await opacity(), '1')
})
