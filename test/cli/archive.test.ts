import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { writeLibraryFolder } from '../../src/exports/library-folder/write-library-folder.ts'
import { waitFor } from '../crash/wait-for.ts'
import { testApp, type TestApp } from '../support/app.ts'
import { openBrowser } from '../support/open-browser.ts'
import { DIALECTS } from '../support/database.ts'
import { callDogear, dataFolder } from './run-dogear.ts'

/** Fills the library of alice: an article with an image, a note and a highlight, one with remote media, and an empty one. */
async function fillLibrary(app: TestApp): Promise<void> {
  const { alice, site } = app
  const image = `<p>The sea wall of Città was built by hand.</p><img src="${site.url}/image" alt="a wall">`
  const { id } = await app.save(alice, 'https://example.org/wall', {
    title: 'Wall & <Sea>',
    content: image,
    tags: 'sea',
  })
  const ranges = [{ start: '/p[1]', startOffset: '0', end: '/p[1]', endOffset: '7' }]
  const note = { quote: 'The sea', text: 'so <many>', ranges }
  await app.ask(alice, { method: 'POST', url: `/api/annotations/${id}`, payload: note })
  const remote = '<p>Forty volunteers.</p><img src="http://127.0.0.1:9/away.png" alt="away">'
  await app.save(alice, 'https://example.org/tide', { title: 'The tide', content: remote })
  await app.save(app.bob, 'https://example.org/secret', { title: 'Secret of Bob', content: '<p>hidden</p>' })
  const copies = app.database.prepare<object>('select 1 from entry_image')
  await waitFor('the copy of the image', async () => (await copies.all()).length > 0)
}

for (const dialect of DIALECTS) {
  test(`${dialect}: a library becomes a folder of pages with images, which load nothing from the network`, async (t) => {
    const app = await testApp(t, dialect)
    await fillLibrary(app)
    const folder = join(await dataFolder(t), 'library')
    const deps = { database: app.database, images: app.services.images }
    assert.equal(await writeLibraryFolder(deps, app.alice, folder), 2)
    await assert.rejects(writeLibraryFolder(deps, app.alice, folder), /already exists/)
    const files = globSync('**/*.*', { cwd: folder }).map((path) => path.replaceAll('\\', '/'))
    const articles = files.filter((path) => path.startsWith('articles/')).toSorted()
    assert.deepEqual(
      articles.map((path) => path.replace(/\d+/, 'N')),
      ['articles/N-wall-sea.html', 'articles/N-the-tide.html'],
    )
    const read = (path: string) => readFileSync(join(folder, path), 'utf8')
    const [wall, tide] = articles.map(read) as [string, string]
    const [image] = files.filter((path) => path.startsWith('images/'))
    assert.ok(wall.includes(`src="../${image}"`), wall)
    for (const part of ['Wall &amp; &lt;Sea&gt;', 'so &lt;many&gt;', 'Città', 'Tags: sea'])
      assert.ok(wall.includes(part), part)
    assert.match(tide, /<a href="http:\/\/127\.0\.0\.1:9\/away\.png" rel="noreferrer">away<\/a>/)
    for (const page of [wall, tide, read('index.html')]) {
      assert.doesNotMatch(page, /<(?:img|script|link|video|iframe)[^>]+"(?:https?:)?\/\//)
      assert.doesNotMatch(page, /Bob/)
    }
    if (dialect === 'sqlite') await search(t, folder)
  })
}

/** Opens the index from the disk, searches, and opens an article. */
async function search(t: Parameters<typeof openBrowser>[0], folder: string): Promise<void> {
  const browser = await openBrowser(t)
  const page = await browser.newPage()
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  await page.goto(pathToFileURL(join(folder, 'index.html')).href)
  const shown = () => page.locator('.entries li:visible a').allTextContents()
  assert.deepEqual(await shown(), ['The tide', 'Wall & <Sea>'])
  for (const [term, title] of [
    ['citta hand', 'Wall & <Sea>'],
    ['VOLUNT', 'The tide'],
    ['so <many>', 'Wall & <Sea>'],
  ] as const) {
    await page.fill('input[type=search]', term)
    await page.waitForFunction(() => document.querySelector('output')?.textContent === '1')
    assert.deepEqual(await shown(), [title])
  }
  await page.click('.entries li:visible a')
  await page.waitForSelector('h1')
  assert.equal(await page.textContent('h1'), 'Wall & <Sea>')
  const width = await page.evaluate(() => document.querySelector('img')!.naturalWidth)
  assert.ok(width > 0, 'the image is shown')
  assert.deepEqual(
    requested.filter((url) => !url.startsWith('file:')),
    [],
  )
}

test('the command reports the number of entries, and refuses unknown accounts', async (t) => {
  const folder = await dataFolder(t)
  const environment = { DOGEAR_DATA_DIR: folder }
  await callDogear(['user', 'add', 'alice', '--password-stdin'], { environment, input: 'ink on paper, twice' })
  const target = join(folder, 'library')
  const done = await callDogear(['archive', '--user', 'alice', target], { environment })
  assert.deepEqual([done.code, done.stdout], [0, `Wrote 0 entries to ${target}.\n`])
  assert.ok(existsSync(join(target, 'index.html')))
  const unknown = await callDogear(['archive', '--user', 'bob', `${target}-2`], { environment })
  assert.deepEqual([unknown.code, unknown.stderr], [1, 'dogear: there is no user "bob"\n'])
})
