/**
 * Takes pictures of every screen, on a phone and a desk, in light and dark, into docs/screenshots: `npm run screenshots`.
 * The library that they show is made here and lives as long as the run.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { spawn, type ChildProcess } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../test/support/browser.ts'
import { LIBRARY } from './screenshot-library.ts'

const TARGET = fileURLToPath(new URL('../docs/screenshots/', import.meta.url))
const WIDTHS = { phone: { width: 390, height: 844 }, desk: { width: 1280, height: 900 } } as const
const SCHEMES = ['light', 'dark'] as const
const PASSWORD = 'four words in a row'
const PORT = 18_741
const BASE = `http://127.0.0.1:${PORT}`

/** Screens of a signed-in reader, by the name of their picture. */
const SCREENS: Readonly<Record<string, string>> = {
  unread: '/',
  starred: '/starred/list',
  reader: '/view/1',
  clients: '/developer',
  'client-create': '/developer/client/create',
}

const folder = await mkdtemp(join(tmpdir(), 'dogear-screenshots-'))
const server = startServer(folder)
const browser = await launchBrowser()
try {
  await mkdir(TARGET, { recursive: true })
  await fillLibrary(browser, await setupAddress(server))
  for (const [device, viewport] of Object.entries(WIDTHS)) {
    for (const colorScheme of SCHEMES) await takeAll(browser, { device, viewport, colorScheme })
  }
} finally {
  await browser.close()
  server.kill()
  await rm(folder, { recursive: true, force: true })
}

function startServer(data: string): ChildProcess {
  const env = { ...process.env, PORT: String(PORT), DOGEAR_DATA_DIR: data, DOGEAR_LOG_LEVEL: 'silent' }
  const program = fileURLToPath(new URL('../bin/dogear.js', import.meta.url))
  return spawn(process.execPath, [program, 'serve'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
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
  for (const entry of LIBRARY.toReversed()) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    await fetch(`${BASE}/api/entries.json`, { method: 'POST', headers, body: JSON.stringify(entry) })
  }
  await page.context().close()
}

interface Look {
  readonly device: string
  readonly viewport: { readonly width: number; readonly height: number }
  readonly colorScheme: (typeof SCHEMES)[number]
}

async function takeAll(from: Browser, { device, viewport, colorScheme }: Look): Promise<void> {
  const context = await from.newContext({ viewport, colorScheme })
  const page = await context.newPage()
  const take = async (name: string) => page.screenshot({ path: `${TARGET}${name}-${device}-${colorScheme}.png` })
  await page.goto(`${BASE}/login`)
  await take('login')
  await signIn(page)
  for (const [name, path] of Object.entries(SCREENS)) {
    await page.goto(`${BASE}${path === '/view/1' ? await longestEntry(page) : path}`)
    await take(name)
  }
  await context.close()
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
