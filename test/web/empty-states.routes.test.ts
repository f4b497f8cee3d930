import assert from 'node:assert/strict'
import { test } from 'node:test'
import { IMPORT_FORMATS } from '../../src/imports/import-formats.ts'
import { testApp } from '../support/app.ts'
import { signedIn } from './inject-browser.fixture.ts'

const DRAWING = /<svg [^>]*aria-hidden="true"/

test('empty pages have a drawing that screen readers skip', async (t) => {
  const app = await testApp(t, 'sqlite')
  const browser = await signedIn(app, await app.newUser())
  const drawings = new Map<string, string>()
  for (const path of [
    '/unread/list',
    '/archive/list',
    '/starred/list',
    '/reading/list',
    '/all/list?tag=none',
    '/annotations',
    '/trash',
    '/tag/list',
    '/collections',
    '/search?q=nothing',
  ]) {
    const { body } = await browser.get(path)
    const [, empty = ''] = /<section class="empty[^"]*"[^>]*>([^]*?)<\/h2>/.exec(body) ?? []
    assert.match(empty, DRAWING, path)
    drawings.set(path, empty.slice(0, empty.indexOf('</svg>')))
  }
  assert.equal(new Set(['/unread/list', '/archive/list', '/starred/list'].map((path) => drawings.get(path))).size, 3)
})

test('the services of the import page are marked by the kind of their file', async (t) => {
  const app = await testApp(t, 'sqlite')
  const browser = await signedIn(app, await app.newUser())
  const { body } = await browser.get('/import/')
  const marks = new Map(
    [...body.matchAll(/<a href="\/import\/([\w-]+)">(<svg [^]*?<\/svg>)/g)].map(([, name, mark]) => [name, mark]),
  )
  assert.equal(marks.size, Object.keys(IMPORT_FORMATS).length)
  assert.equal(marks.get('instapaper'), marks.get('readeck'), 'both are CSV files')
  assert.notEqual(marks.get('instapaper'), marks.get('karakeep'))
  for (const mark of marks.values()) assert.match(mark!, DRAWING)
})
