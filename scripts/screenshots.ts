/**
 * Takes screenshots of every screen, on a phone and on a desktop, in light and dark: `npm run screenshots`. Writes them
 * to the folder `screenshots`, which is not committed. Copies those for the documentation to docs/screenshots. Creates
 * the library for the screenshots, and deletes it at the end.
 */
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { spawn, type ChildProcess } from 'node:child_process'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../test/support/browser.ts'
import { LIBRARY, PICTURES } from './screenshot-library.ts'

const TARGET = fileURLToPath(new URL('../screenshots/', import.meta.url))
const DOCUMENTED_TARGET = fileURLToPath(new URL('../docs/screenshots/', import.meta.url))
const DOCUMENTED = [
  'admin-desk-dark',
  'annotations-desk-dark',
  'import-desk-light',
  'look-phone-dark',
  'reader-desk-dark',
  'reader-phone-light',
  'reading-desk-light',
  'search-desk-light',
  'security-phone-light',
  'selected-phone-light',
  'unread-desk-light',
  'unread-phone-dark',
] as const
const WIDTHS = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 900 } } as const
const SCHEMES = ['light', 'dark'] as const
const PASSWORD = 'four words in a row'
const PORT = 18_741
/** Address of a web site on this machine that serves the pictures of the articles. */
const SITE = '127.0.0.1:18742'
const BASE = `http://127.0.0.1:${PORT}`

/** A page for signed-in users. `press` selects an element to click before the screenshot. */
interface Screen {
  readonly path: string
  readonly press?: string
}

const SCREENS: Readonly<Record<string, Screen>> = {
  unread: { path: '/' },
  starred: { path: '/starred/list' },
  filters: { path: '/all/list?within=30&sort=title', press: '.filters summary' },
  selected: { path: '/all/list', press: '.card:nth-child(2) .card-check input' },
  search: { path: '/search?q=wall' },
  tags: { path: '/tag/list' },
  annotations: { path: '/annotations' },
  collections: { path: '/collections' },
  collection: { path: '/collections/1' },
  'collection-new': { path: '/collections/new' },
  'collection-edit': { path: '/collections/1/edit' },
  arrange: { path: '/collections/1/arrange' },
  minutes: { path: '/minutes' },
  history: { path: '/history' },
  reader: { path: 'longest' },
  look: { path: 'longest', press: '[data-action-name="look"]' },
  edit: { path: 'edit' },
  info: { path: 'info' },
  settings: { path: '/config' },
  reading: { path: '/config/reading' },
  security: { path: '/config/security' },
  danger: { path: '/config/danger' },
  export: { path: '/config/export' },
  credentials: { path: '/site-credentials/' },
  import: { path: '/import/' },
  clients: { path: '/developer' },
  'client-create': { path: '/developer/client/create' },
  keys: { path: '/help/keys' },
  overview: { path: '/admin' },
  admin: { path: '/admin/users' },
  styleguide: { path: '/styleguide' },
}
/** Themes for additional screenshots of the reading view. */
const THEMES = ['sepia', 'black'] as const

const folder = await mkdtemp(join(tmpdir(), 'dogear-screenshots-'))
const server = startServer(folder)
const site = startSite()
const browser = await launchBrowser()
try {
  await mkdir(TARGET, { recursive: true })
  await fillLibrary(browser, await setupAddress(server))
  for (const [device, viewport] of Object.entries(WIDTHS)) {
    for (const colorScheme of SCHEMES) await takeAll(browser, { device, viewport, colorScheme })
  }
  await Promise.all(DOCUMENTED.map((name) => copyFile(`${TARGET}${name}.png`, `${DOCUMENTED_TARGET}${name}.png`)))
} finally {
  await browser.close()
  server.kill()
  site.close()
  await rm(folder, { recursive: true, force: true })
}

function startServer(data: string): ChildProcess {
  const env = {
    ...process.env,
    PORT: String(PORT),
    DOGEAR_DATA_DIR: data,
    DOGEAR_LOG_LEVEL: 'silent',
    DOGEAR_FETCH_ALLOW: SITE,
  }
  const program = fileURLToPath(new URL('../bin/dogear.js', import.meta.url))
  return spawn(process.execPath, [program, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
}

/** Starts a web site that serves only the pictures. */
function startSite() {
  const site = createServer(({ url }, response) => {
    const picture = PICTURES.get(url!.slice(1).replace(/\.png$/, ''))
    response.writeHead(picture ? 200 : 404, { 'content-type': 'image/png' }).end(picture)
  })
  return site.listen(Number(SITE.split(':')[1]), '127.0.0.1')
}

async function setupAddress({ stdout }: ChildProcess): Promise<string> {
  let text = ''
  for await (const piece of stdout!) {
    text += String(piece)
    const address = /http\S+\/setup\?code=\S+/.exec(text)?.[0]
    if (address !== undefined) return address
  }
  throw new Error(`the server did not start: ${text}`)
}

async function fillLibrary(from: Browser, address: string): Promise<void> {
  const page = await from.newPage()
  await page.goto(address)
  await page.fill('[name=username]', 'ada')
  await page.fill('[name=password]', PASSWORD)
  await Promise.all([page.waitForURL(`${BASE}/`), page.click('main .button')])
  await page.goto(`${BASE}/developer/client/create`)
  await page.fill('[name="client[name]"]', 'Phone')
  await page.click('main .button')
  const [, id, secret] = await page.locator('strong > code').allTextContents()
  const form = { grant_type: 'password', client_id: id!, client_secret: secret!, username: 'ada', password: PASSWORD }
  const answer = await fetch(`${BASE}/oauth/v2/token`, { method: 'POST', body: new URLSearchParams(form) })
  const { access_token: token } = (await answer.json()) as { access_token: string }
  for (const { fields, picture } of LIBRARY.toReversed()) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ ...fields, ...(picture && { preview_picture: `http://${SITE}/${picture}.png` }) })
    await fetch(`${BASE}/api/entries.json`, { method: 'POST', headers, body })
  }
  await annotate(page, token)
  await collect(token)
  await page.context().close()
}

/** Creates two collections through the API: one with picked entries, and one with a query. */
async function collect(token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const send = (path: string, body: object) =>
    fetch(`${BASE}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  await send('collections', { name: 'Slow weekend', icon: 'coffee', pinned: 1 })
  await send('collections/1/entries', { entries: [3, 1, 5] })
  await send('collections', { name: 'Short and unread', icon: 'flame', query: 'is:unread time:<5m', pinned: 1 })
}

/** @returns the browser options of a phone: touch input, and no mouse */
function phone(device: string): { readonly hasTouch?: true; readonly isMobile?: true } {
  return device === 'phone' ? { hasTouch: true, isMobile: true } : {}
}

function place(start: number, end: number): readonly object[] {
  return [{ start: '/p[1]', startOffset: start, end: '/p[1]', endOffset: end }]
}

/** Highlights two passages in the longest article through the API. */
async function annotate(page: Page, token: string): Promise<void> {
  const id = /\d+$/.exec(await longestEntry(page))?.[0]
  const notes = [
    { quote: 'people who did not expect to see it finished', text: 'Like the cathedrals.', ranges: place(33, 77) },
    { quote: 'one cart and a rope', text: '', ranges: place(113, 132) },
  ]
  for (const note of notes) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    await fetch(`${BASE}/api/annotations/${id}.json`, { method: 'POST', headers, body: JSON.stringify(note) })
  }
}

interface Look {
  readonly device: string
  readonly viewport: { readonly width: number; readonly height: number }
  readonly colorScheme: (typeof SCHEMES)[number]
}

async function takeAll(from: Browser, { device, viewport, colorScheme }: Look): Promise<void> {
  const context = await from.newContext({ viewport, colorScheme, serviceWorkers: 'block', ...phone(device) })
  const page = await context.newPage()
  const take = async (name: string) => page.screenshot({ path: `${TARGET}${name}-${device}-${colorScheme}.png` })
  await page.goto(`${BASE}/login`)
  await take('login')
  await signIn(page)
  const longest = await longestEntry(page)
  const named: Readonly<Record<string, string>> = {
    longest,
    edit: longest.replace('/view/', '/edit/'),
    info: `${longest}/info`,
  }
  for (const [name, { path, press }] of Object.entries(SCREENS)) {
    await page.goto(`${BASE}${named[path] ?? path}`)
    // On a touch screen, the boxes of cards appear only after a long press.
    if (press !== undefined) await page.dispatchEvent(press, 'click')
    await page.evaluate('document.fonts.ready')
    await take(name)
  }
  if (colorScheme === 'light') await takeThemes(page, longest, take)
  await context.close()
}

/** Takes screenshots of the reading view in each additional theme, and then returns to the default theme. */
async function takeThemes(page: Page, longest: string, take: (name: string) => Promise<unknown>): Promise<void> {
  for (const theme of [...THEMES, 'auto'] as const) {
    await page.goto(`${BASE}/config/reading`)
    const isSaved = page.waitForResponse((response) => response.request().method() === 'POST')
    await Promise.all([isSaved, page.check(`[name="theme"][value="${theme}"]`, { force: true })])
    await page.goto(`${BASE}${longest}`)
    if (theme !== 'auto') await take(`reader-${theme}`)
  }
}

async function signIn(page: Page): Promise<void> {
  await page.fill('[name=_username]', 'ada')
  await page.fill('[name=_password]', PASSWORD)
  await Promise.all([page.waitForURL(`${BASE}/`), page.click('main .button')])
}

async function longestEntry(page: Page): Promise<string> {
  await page.goto(`${BASE}/`)
  return (await page.locator('.card-title a').first().getAttribute('href')) ?? '/'
}
