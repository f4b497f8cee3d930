/**
 * Plugins for Readeck read and change a library. `npm run test:clients`. Each test needs a copy of a repository, and is skipped
 * without it:
 * - READECK_KOPLUGIN: https://github.com/iceyear/readeck.koplugin at e8304eb; luajit, lua-socket, lua-filesystem and lua-json of
 *   Debian
 * - READECK_OBSIDIAN: https://github.com/makebit/obsidian-readeck-importer at 4281c38, after `npm ci --omit=dev` there
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test, type TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { decideDeviceSignIn } from '../../src/oauth/device/decide-device-sign-in.ts'
import { securityEvents } from '../../src/security-events/security-events.ts'
import { testApp, type TestApp } from '../support/app.ts'

const { READECK_KOPLUGIN = '', READECK_OBSIDIAN = '' } = process.env
const NO_KOPLUGIN = READECK_KOPLUGIN === '' ? 'needs a copy of readeck.koplugin in READECK_KOPLUGIN' : false
const NO_OBSIDIAN = READECK_OBSIDIAN === '' ? 'needs a copy of obsidian-readeck-importer in READECK_OBSIDIAN' : false

const TEXT = 'The tide fills the harbour, and the boats rise with it. '.repeat(5)

/** Starts a server with two pages and a collection, and a temporary folder. */
async function library(t: TestContext) {
  const app = await testApp(t, 'sqlite')
  for (const [title, tags] of [['Tides', 'tea'] as const, ['Boats', ''] as const]) {
    await app.save(app.alice, `https://site.example/${title}`, { title, content: `<p>${TEXT}</p>`, tags })
  }
  const folder = await mkdtemp(join(tmpdir(), 'dogear-clients-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return { app, folder, address: `${await app.app.listen({ port: 0, host: '127.0.0.1' })}/readeck` }
}

/** Allows the sign-in of a device, as alice does on the page /device. */
async function allow({ alice, database, clock, services }: TestApp, userCode: string): Promise<void> {
  const unlimited = { check: async () => {}, take: async () => {} }
  const events = securityEvents({ database, clock, log: undefined, hasAddresses: false })
  const deps = { ...services, database, clock, wrongDeviceCodesPerUser: unlimited, securityEvents: events }
  await decideDeviceSignIn(deps as never, alice.id, { userCode, isAllowed: true, caller: { address: '' } })
}

test(
  'the plugin of KOReader signs in, reads, annotates, archives, saves and deletes',
  { skip: NO_KOPLUGIN },
  async (t) => {
    const { app, folder, address } = await library(t)
    const epub = join(folder, 'page.epub')
    const script = join(import.meta.dirname, 'readeck/koreader-plugin.lua')
    const child = spawn('luajit', [script, join(READECK_KOPLUGIN, 'readeck.koplugin'), address, epub])
    child.stderr.pipe(process.stderr)
    const lines: string[] = []
    for await (const line of createInterface({ input: child.stdout })) {
      const [name, value = ''] = line.split('\t')
      if (name === 'code') await allow(app, value)
      else lines.push(line)
    }
    assert.deepEqual(lines, [
      'supports OAuth\ttrue',
      'sign-in\tsuccess',
      'article\tBoats',
      'article\tTides',
      'EPUB\ttrue',
      'highlight\ttrue\ttrue',
      'highlight\tfills the harbour\tfrom KOReader',
      'progress\ttrue',
      'archive\ttrue',
      'save\ttrue',
      'delete\ttrue',
    ])
    assert.ok((await stat(epub)).size > 1000)
  },
)

/** The classes and functions of Obsidian that the plugin imports. */
const OBSIDIAN = `
export class Plugin {} export class PluginSettingTab {} export class Setting {} export class Modal {} export class App {}
export class TFile {} export class TFolder {}
export class Notice { constructor(text) { globalThis.obsidianNotices.push(text) } }
export async function requestUrl({ url, method, headers, body, throw: throws = true }) {
  const response = await fetch(url, { method, headers, body })
  const arrayBuffer = await response.arrayBuffer()
  const text = new TextDecoder().decode(arrayBuffer)
  if (throws && !response.ok) throw new Error('status ' + response.status)
  let json
  try { json = JSON.parse(text) } catch {}
  return { status: response.status, headers: Object.fromEntries(response.headers), arrayBuffer, text, json }
}`

const source = (name: string) => JSON.stringify(join(READECK_OBSIDIAN, 'src', name))

async function bundleObsidianPlugin(folder: string) {
  const entry = `
    export { ReadeckApi } from ${source('api')}
    export { AuthService } from ${source('auth')}
    export { BookmarksService } from ${source('bookmarks')}
    export { DEFAULT_SETTINGS } from ${source('interfaces')}
    export { TFolder } from 'obsidian'`
  const modules: Readonly<Record<string, string>> = { entry, obsidian: OBSIDIAN }
  const plugin = {
    name: 'replace Obsidian',
    resolveId: (id: string) => (id in modules ? `\0${id}` : undefined),
    load: (id: string) => modules[id.slice(1)],
  }
  const bundle = await rolldown({ input: 'entry', plugins: [plugin], platform: 'node', logLevel: 'silent' })
  const file = join(folder, 'plugin.mjs')
  await bundle.write({ file, format: 'esm' })
  return (await import(pathToFileURL(file).href)) as ObsidianPlugin
}

interface ObsidianPlugin {
  readonly DEFAULT_SETTINGS: object
  readonly TFolder: new () => object
  readonly ReadeckApi: new (settings: object) => { getInfo(): Promise<{ version: { release: string } }> }
  readonly AuthService: new (deps: object) => {
    handleOAuth(name: string, show: (device: { user_code: string }) => object): Promise<boolean>
    logout(): Promise<void>
  }
  readonly BookmarksService: new (deps: object) => { getReadeckData(): Promise<void> }
}

test('the plugin of Obsidian signs in and writes notes with highlights', { skip: NO_OBSIDIAN }, async (t) => {
  const { app, folder, address } = await library(t)
  const { alice } = app
  const [{ id }] = (await app.ask(alice, { url: '/api/entries?tags=tea' })).json<{
    _embedded: { items: [{ id: number }] }
  }>()._embedded.items
  const annotation = { quote: 'fills the harbour', text: 'remember', ranges: [] }
  await app.ask(alice, { method: 'POST', url: `/api/annotations/${id}`, payload: annotation })
  const collection = { name: 'Tea', query: '#tea' }
  const created = await app.ask(alice, { method: 'POST', url: '/api/collections', payload: collection })
  const notices: string[] = []
  Object.assign(globalThis, { obsidianNotices: notices })
  const plugin = await bundleObsidianPlugin(folder)
  const settings = {
    ...plugin.DEFAULT_SETTINGS,
    apiUrl: address,
    mode: 'textImagesAnnotations',
    filterCollections: [String(created.json<{ id: number }>().id)],
  }
  const api = new plugin.ReadeckApi(settings)
  assert.equal((await api.getInfo()).version.release, '0.22.3')
  const shared = { api, getSettings: () => settings, saveSettings: async () => {} }
  const auth = new plugin.AuthService(shared)
  const allowed: Promise<void>[] = []
  const isSignedIn = await auth.handleOAuth('Obsidian', ({ user_code }) => {
    allowed.push(allow(app, user_code))
    return { close: () => {} }
  })
  await Promise.all(allowed)
  assert.equal(isSignedIn, true)
  const files = new Map<string, unknown>()
  const vault = {
    getAbstractFileByPath: (path: string) => files.get(path) ?? null,
    createFolder: async (path: string) => void files.set(path, new plugin.TFolder()),
    create: async (path: string, content: string) => void files.set(path, content),
    modify: async () => {},
    delete: async () => {},
  }
  await new plugin.BookmarksService({ app: { vault }, ...shared }).getReadeckData()
  const notes = [...files].filter(([path]) => path.endsWith('.md'))
  assert.deepEqual(
    notes.map(([path]) => path.slice(path.lastIndexOf('/') + 1)),
    ['Tides.md'],
    notices.join('\n'),
  )
  assert.match(String(notes[0]![1]), /The tide fills the harbour.*fills the harbour/s)
  await auth.logout()
})
