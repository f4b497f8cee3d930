import { test } from 'node:test'
import type { TestContext } from 'node:test'
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import { assetHref, loadAssets } from './assets.ts'
import type { Assets } from './assets.ts'
import { assetsRoutes } from './assets.routes.ts'
import { acceptedCoding } from '../../kernel/content-coding.ts'

const SHEET = 'body { color: black }\n'.repeat(100)

function aPublicFolder(t: TestContext, over: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'dogear-public-'))
  t.after(() => rmSync(folder, { recursive: true }))
  for (const name of ['css', 'images']) mkdirSync(join(folder, name))
  const files = { 'css/base.css': SHEET, 'images/favicon.svg': '<svg/>', 'images/a.png': 'x'.repeat(2000), ...over }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

async function anApp(t: TestContext, assets: Assets) {
  const app = fastify()
  await app.register(assetsRoutes(assets))
  t.after(() => app.close())
  return app
}

test('a file is served under its hash, with a cache lifetime without end', async (t) => {
  const assets = loadAssets(aPublicFolder(t))
  const app = await anApp(t, assets)
  const answer = await app.inject(assetHref(assets, 'css/base.css'))
  assert.equal(answer.statusCode, 200)
  assert.equal(answer.body, SHEET)
  assert.equal(answer.headers['content-type'], 'text/css; charset=utf-8')
  assert.equal(answer.headers['cache-control'], 'public, max-age=31536000, immutable')
  assert.equal(answer.headers.vary, 'Accept-Encoding')
  assert.equal(answer.headers['content-encoding'], undefined)
})

test('a client that accepts compression gets the file compressed, with the same content', async (t) => {
  const assets = loadAssets(aPublicFolder(t))
  const app = await anApp(t, assets)
  const url = assetHref(assets, 'css/base.css')
  const get = (accepted: string) => app.inject({ url, headers: { 'accept-encoding': accepted } })
  const [br, gzip, again] = await Promise.all([get('gzip, deflate, br'), get('gzip;q=0.5, br;q=0'), get('br')])
  assert.equal(br.headers['content-encoding'], 'br')
  assert.equal(brotliDecompressSync(br.rawPayload).toString(), SHEET)
  assert.equal(gzip.headers['content-encoding'], 'gzip')
  assert.equal(gunzipSync(gzip.rawPayload).toString(), SHEET)
  assert.deepEqual(again.rawPayload, br.rawPayload)
  assert.equal(Number(br.headers['content-length']), br.rawPayload.length)
})

test('compressed and tiny files are sent without compression', async (t) => {
  const assets = loadAssets(aPublicFolder(t))
  const app = await anApp(t, assets)
  for (const name of ['images/a.png', 'images/favicon.svg']) {
    const answer = await app.inject({ url: assetHref(assets, name), headers: { 'accept-encoding': 'br' } })
    assert.equal(answer.headers['content-encoding'], undefined)
  }
})

test('a page of another version gets the file too, but must ask again', async (t) => {
  const app = await anApp(t, loadAssets(aPublicFolder(t)))
  const answer = await app.inject('/assets/0123456789abcdef/css/base.css')
  assert.equal(answer.statusCode, 200)
  assert.equal(answer.headers['cache-control'], 'no-cache')
})

test('only the listed files are served, however the path is written', async (t) => {
  const folder = aPublicFolder(t, { '.secret': 'x' })
  writeFileSync(join(folder, '..', 'dogear-outside.css'), 'x')
  t.after(() => rmSync(join(folder, '..', 'dogear-outside.css')))
  const assets = loadAssets(folder)
  const app = await anApp(t, assets)
  const paths = [
    '../dogear-outside.css',
    '..%2fdogear-outside.css',
    '%2e%2e/dogear-outside.css',
    '..%5cdogear-outside.css',
  ]
  for (const path of [
    ...paths,
    '%252e%252e/dogear-outside.css',
    'css/base.css%00.png',
    '.secret',
    'css',
    'css/',
    '',
    'CSS/base.css',
    'css//base.css',
    'constructor',
    '__proto__',
  ]) {
    const { statusCode } = await app.inject(`/assets/${assets.hash}/${path}`)
    assert.ok(statusCode === 404 || statusCode === 400, `${path}: ${statusCode}`)
  }
})

test('the hash changes with any byte that is served, and not without one', (t) => {
  const first = loadAssets(aPublicFolder(t))
  assert.equal(loadAssets(aPublicFolder(t)).hash, first.hash)
  assert.equal(loadAssets(aPublicFolder(t, { 'css/base.css': `/* Why. */\n${SHEET}` })).hash, first.hash)
  assert.notEqual(loadAssets(aPublicFolder(t, { 'css/base.css': `${SHEET}a{}` })).hash, first.hash)
  assert.match(first.hash, /^[0-9a-f]{16}$/)
})

test('unknown assets and file types are refused', (t) => {
  assert.throws(() => assetHref(loadAssets(aPublicFolder(t)), 'css/typo.css'), /no asset/)
  assert.throws(() => loadAssets(aPublicFolder(t, { 'css/a.exe': 'x' })), /content type/)
})

test('browsers find an icon and robots are sent away', async (t) => {
  const app = await anApp(t, loadAssets(aPublicFolder(t)))
  const icon = await app.inject('/favicon.ico')
  assert.equal(icon.headers['content-type'], 'image/svg+xml')
  assert.equal(icon.headers['cache-control'], 'public, max-age=86400')
  const robots = await app.inject('/robots.txt')
  assert.equal(robots.body, 'User-agent: *\nDisallow: /\n')
})

test('the best coding that a client accepts is chosen', () => {
  assert.equal(acceptedCoding('gzip, deflate, br, zstd'), 'br')
  assert.equal(acceptedCoding('GZIP'), 'gzip')
  assert.equal(acceptedCoding('br;q=0, gzip;q=0.0'), undefined)
  assert.equal(acceptedCoding('identity'), undefined)
  assert.equal(acceptedCoding(undefined), undefined)
  assert.equal(acceptedCoding('br,'.repeat(1000)), undefined)
})
