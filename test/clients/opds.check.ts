/**
 * Book readers read a catalog. `npm run test:clients`. A test is skipped without what it needs:
 * - KOREADER: a copy of https://github.com/koreader/koreader at fc88887; luajit, lua-socket, lua-filesystem and lua-json of
 *   Debian
 * - OPDS_SCHEMAS: the folder `schema` in a copy of https://github.com/opds-community/drafts at 798bba2, which states no licence
 * - feedparser and ComicCatcher: Python 3 with access to PyPI
 * - foliate-js: access to the npm registry
 */
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { promisify } from 'node:util'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { feedPaths, hardLibrary, TITLES } from '../opds/library.fixture.ts'
import type { Feed } from '../opds/reader.fixture.ts'
import { testApp } from '../support/app.ts'
import { openBrowser } from '../support/open-browser.ts'

const run = promisify(execFile)
const runs = (program: string, ...args: string[]): Promise<boolean> =>
  run(program, args).then(
    () => true,
    () => false,
  )

const { KOREADER = '', OPDS_SCHEMAS: SCHEMAS = '' } = process.env
const hasLua = await runs('luajit', '-e', 'require("socket.http") require("json") require("lfs")')
const NO_LUA = hasLua ? false : 'needs luajit, lua-socket, lua-json and lua-filesystem'
const NO_KOREADER = NO_LUA || (KOREADER !== '' ? false : 'needs the source of KOReader in KOREADER')
const NO_SCHEMAS = SCHEMAS !== '' ? false : 'needs the schemas of OPDS in OPDS_SCHEMAS'
const NO_PYTHON = (await runs('python3', '-V')) ? false : 'needs python3'

/** Starts a server with the library of the tests, and 60 more articles. */
async function catalog(t: TestContext) {
  const app = await testApp(t, 'sqlite')
  const library = await hardLibrary(app)
  for (let number = 1; number <= 60; number++) await library.save(`Article ${number}`)
  const url = await app.app.listen({ port: 0, host: '127.0.0.1' })
  const folder = await mkdtemp(join(tmpdir(), 'dogear-opds-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  return { ...library, app, url, folder, name: library.user.username }
}

type Catalog = Awaited<ReturnType<typeof catalog>>

/** A line that test/clients/opds/koreader-browser.lua prints. */
interface Said<Value> {
  readonly value: Value
  readonly messages: string
  readonly requests: number
  readonly hits: number
}

interface Shown {
  readonly title: string
  readonly items: readonly {
    readonly text: string
    readonly url?: string
    readonly href?: string
    readonly filetype?: string
    readonly content?: string
    readonly acquisitions: number
  }[]
  readonly next?: string
  readonly search?: string
  readonly facets: readonly string[]
}

interface Synced {
  readonly files: readonly { readonly file: string; readonly url: string; readonly got: boolean }[]
}

const LISTS = new Set(['items', 'facets', 'files'])

/** Starts the browser of KOReader. */
function startBrowser(t: TestContext, { url, name, key, folder }: Catalog) {
  const script = join(import.meta.dirname, 'opds/koreader-browser.lua')
  const child = spawn('luajit', [script, KOREADER, `${url}/opds`, name, key, folder])
  t.after(() => child.kill())
  const errors = text(child.stderr)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const say = async <Value>(command: string): Promise<Said<Value>> => {
    child.stdin.write(`${command}\n`)
    const { value: line, done } = await lines.next()
    if (done) throw new Error(await errors)
    // An empty list and an empty object are the same in Lua.
    const said = JSON.parse(line, (name, value) =>
      LISTS.has(name) && !Array.isArray(value) ? [] : value,
    ) as Said<Value>
    assert.equal(said.messages, '')
    return said
  }
  return {
    say,
    show: async (path: string) => (await say<Shown>(`show ${path}`)).value,
    sync: async (path: string, names = false) => (await say<Synced>(`${names ? 'names' : 'sync'} ${path}`)).value.files,
  }
}

test('KOReader shows the same catalog in both versions', { skip: NO_KOREADER }, async (t) => {
  const server = await catalog(t)
  const { show } = startBrowser(t, server)
  const local = (href: string | undefined) => href?.replace(server.url, '').replace(/^\/opds\/v(?:1\.2|2)/, '')
  for (const path of feedPaths(server.collection)) {
    const [atom, json] = [await show(`/opds/v1.2${path}`), await show(`/opds/v2${path}`)]
    const facts = ({ items, next, facets }: Shown) => ({
      next: local(next),
      facets,
      items: items.map(({ text: shown, url, href, filetype, content, acquisitions }) => {
        return [shown, local(url), local(href), filetype, content, acquisitions]
      }),
    })
    const isEmpty = path.includes('nothing')
    if (isEmpty) assert.deepEqual([atom.items.length, json.items[0]?.text], [0, 'Nothing here – all shelves'])
    else assert.deepEqual(facts(atom), facts(json), path)
    assert.equal(json.search, `${server.url}/opds/v2/search?query=%s`)
    assert.equal(atom.search, `${server.url}/opds/v1.2/search?query=%s`)
  }
  const hard = await show('/opds/v1.2/unread?page=2')
  const texts = hard.items.map(({ text: shown }) => shown)
  const authors = ['Jane <Doe>, O’Brien & Söhne', ...Array<string>(4).fill('www.example.org')]
  assert.deepEqual(
    texts.slice(-TITLES.length).toReversed(),
    TITLES.map((title, index) => `${title} - ${authors[index]}`),
  )
})

test('KOReader prefers OPDS 2.0, caches feeds exactly, and searches', { skip: NO_KOREADER }, async (t) => {
  const server = await catalog(t)
  const { say, show } = startBrowser(t, server)
  assert.match((await show('/opds')).items[0]?.url ?? '', /\/opds\/v2\/unread$/)
  await show('/opds/v2/unread')
  server.app.clock.advance(5)
  await show('/opds/v2/unread')
  const again = await say<Shown>('show /opds/v2/unread')
  assert.deepEqual([again.requests, again.hits], [1, 1], 'only HEAD')
  await server.save('New one')
  server.app.clock.advance(5)
  const changed = await say<Shown>('show /opds/v2/unread')
  assert.deepEqual([changed.hits, changed.value.items[0]?.text], [0, 'New one - www.example.org'])
  for (const version of ['v1.2', 'v2']) {
    const found = await say<Shown>(`search /opds/${version}/unread "Перевод – 翻訳" OR title:"Article 7"`)
    assert.deepEqual(
      found.value.items.map(({ text: shown }) => shown),
      ['Article 7 - www.example.org', `${TITLES[3]} - www.example.org`],
    )
  }
})

test('"Sync catalog" of KOReader downloads each article once, in both versions', { skip: NO_KOREADER }, async (t) => {
  const server = await catalog(t)
  const { sync } = startBrowser(t, server)
  let total = 65
  for (const [path, names] of [
    ['/opds/v1.2/unread', false],
    ['/opds/v2/unread', true],
  ] as const) {
    const first = await sync(path, names)
    assert.equal(first.length, total)
    for (const { file, got } of first) assert.ok(got && (await stat(file)).size > 1000, file)
    assert.equal(new Set(first.map(({ file }) => file)).size, total)
    assert.deepEqual(await sync(path, names), [])
    const { id } = await server.save(`100 % "new" ${total}`)
    const later = await sync(path, names)
    const name = names ? `[w-id_${id}] 100 new ${total}.epub` : `www.example.org - 100 % _new_ ${total}.epub`
    assert.deepEqual(
      later.map(({ file }) => file),
      [join(server.folder, name)],
    )
    total += 1
  }
})

test('the feeds in OPDS 2.0 meet the published schemas', { skip: NO_SCHEMAS }, async (t) => {
  const { send, collection } = await catalog(t)
  const ajv = new Ajv({ strict: false, allErrors: true })
  addFormats.default(ajv)
  const webpub = readFileSync(join(import.meta.dirname, '../opds/webpub-schemas.json'), 'utf8')
  for (const schema of (JSON.parse(webpub) as { schemas: readonly object[] }).schemas) ajv.addSchema(schema)
  // Only the schema of feeds with further lists refers to this one.
  ajv.addSchema({ $id: 'https://readium.org/webpub-manifest/schema/subcollection.schema.json' })
  for (const file of globSync('*.json', { cwd: SCHEMAS }))
    ajv.addSchema(JSON.parse(readFileSync(join(SCHEMAS, file), 'utf8')) as object)
  const isFeed = ajv.getSchema('https://drafts.opds.io/schema/feed.schema.json')!
  for (const path of feedPaths(collection)) {
    assert.ok(isFeed((await send(`/opds/v2${path}`)).json()), `${path} ${JSON.stringify(isFeed.errors)}`)
  }
  const isDocument = ajv.getSchema('https://drafts.opds.io/schema/authentication.schema.json')!
  assert.ok(isDocument((await send('/opds/authentication')).json()), JSON.stringify(isDocument.errors))
})

const PYTHON = `
import asyncio, json, sys, urllib.request
import feedparser
from comiccatcher.api.client import APIClient
from comiccatcher.api.opds_v2 import OPDS2Client
from comiccatcher.models.feed import FeedProfile
from comiccatcher.models.opds_auth import AuthDocument

url, name, key = sys.argv[1:]

def said(*values):
    print(json.dumps(values))

feed = feedparser.parse(f"{url}/opds/t/{key}/v1.2/tags/t%3Atea?sort=oldest")
said("feedparser", bool(feed.bozo), feed.feed.title, feed.feed.opensearch_totalresults, len(feed.entries))
for entry in feed.entries:
    files = [link.href for link in entry.links if link.rel == "http://opds-spec.org/acquisition"]
    author = entry.author
    said(entry.title, author, [tag.label for tag in entry.tags], entry.dcterms_language, bool(entry.updated_parsed), entry.link, files)

async def read():
    profile = FeedProfile(id="1", name="Dogear", url=f"{url}/opds", auth_type="basic", username=name, password=key)
    async with APIClient(profile) as api:
        client = OPDS2Client(api)
        for path in ("", "/v1.2", "/v1.2/unread", "/v2/unread"):
            feed = await client.get_feed(f"{url}/opds{path}")
            titles = [book.metadata.title for book in feed.publications or []] or [link.title for link in feed.navigation or []]
            relations = [link.rel if isinstance(link.rel, str) else link.rel[0] for link in feed.links if link.rel]
            said("comiccatcher", path, feed.metadata.title, len(titles), titles[0], "next" in relations, "search" in relations)

asyncio.run(read())
document = json.load(urllib.request.urlopen(f"{url}/opds/authentication"))
said("authentication", AuthDocument(**document).authentication[0].labels)
`

test('feedparser and ComicCatcher of PyPI read the catalog', { skip: NO_PYTHON }, async (t) => {
  const { url, name, key, folder } = await catalog(t)
  await run('python3', ['-m', 'venv', join(folder, 'env')])
  const python = join(folder, 'env', 'bin', 'python')
  const install = (...packages: string[]) =>
    run(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packages])
  await install('feedparser==6.0.12', 'httpx==0.28.1', 'pydantic==2.12.5')
  // Its other dependencies are those of its windows.
  await install('--no-deps', 'comiccatcher==0.7.5')
  const { stdout } = await run(python, ['-c', PYTHON, url, name, key], { env: { ...process.env, HOME: folder } })
  const said = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown[])
  assert.deepEqual(said[0], ['feedparser', false, 'tea', '5', 5])
  for (const [index, title] of TITLES.entries()) {
    assert.deepEqual(said[index + 1], [
      title,
      index === 0 ? 'Jane <Doe>, O’Brien & Söhne' : 'www.example.org',
      ['a "b" & <c>', 'tea'],
      index === 3 ? 'ru-RU' : 'en',
      true,
      `https://www.example.org/hard-${index}`,
      ['epub', 'kepub.epub'].map((extension) => `${url}/opds/t/${key}/entries/${index + 1}.${extension}`),
    ])
  }
  assert.deepEqual(said.slice(TITLES.length + 1), [
    ['comiccatcher', '', 'Dogear', 8, 'Unread', false, true],
    ['comiccatcher', '/v1.2', 'Dogear', 8, 'Unread', false, true],
    ['comiccatcher', '/v1.2/unread', 'Unread', 50, 'Article 60', true, true],
    ['comiccatcher', '/v2/unread', 'Unread', 50, 'Article 60', true, true],
    ['authentication', { login: 'Username', password: 'App password' }],
  ])
})

/** What foliate-js makes of a feed; its other lists are not compared. */
interface FoliateFeed {
  readonly metadata: { readonly title: string }
  readonly navigation?: readonly { readonly title: string; readonly href: string }[]
  readonly publications?: readonly {
    readonly metadata: {
      readonly title: string
      readonly language?: string
      readonly author: readonly { readonly name: string }[]
      readonly subject: readonly { readonly name: string }[]
    }
    readonly links: readonly { readonly rel: readonly string[]; readonly href: string }[]
  }[]
  readonly facets: readonly { readonly metadata: { readonly title: string }; readonly links: readonly unknown[] }[]
}

interface FoliateSearch {
  search(values: Map<null, Map<string, string>>): string
}

test('foliate-js, the parser of Foliate and Readest, reads OPDS 1.2 in a browser', async (t) => {
  const { send, collection, folder } = await catalog(t)
  await run('npm', ['install', '--silent', '--ignore-scripts', '--prefix', folder, 'foliate-js@1.0.1'])
  const code = readFileSync(join(folder, 'node_modules/foliate-js/opds.js')).toString('base64')
  const page = await (await openBrowser(t)).newPage()
  const parse = (body: string) =>
    page.evaluate(
      async ([module, xml]) => {
        const { getFeed } = (await import(`data:text/javascript;base64,${module}`)) as {
          getFeed: (feed: unknown) => FoliateFeed
        }
        return getFeed(new DOMParser().parseFromString(xml, 'application/xml'))
      },
      [code, body] as const,
    )
  for (const path of feedPaths(collection).filter((one) => !one.includes('nothing'))) {
    const feed = await parse((await send(`/opds/v1.2${path}`)).body)
    const json = (await send(`/opds/v2${path}`)).json<Feed>()
    assert.deepEqual(
      feed.navigation?.map(({ title, href }) => [title, href.replace('v1.2', 'v2')]),
      json.navigation?.map(({ title, href }) => [title, href]),
    )
    assert.deepEqual(
      feed.publications?.map(({ metadata: { title, language, author, subject }, links }) => {
        const tags = subject.map(({ name }) => name)
        return [title, language, author.map(({ name }) => name).join(), tags, links[0]!.href]
      }),
      json.publications?.map(({ metadata: { title, language, author, subject = [] }, links }) => {
        const names = (author as readonly { name: string }[]).map(({ name }) => name).join(', ')
        return [
          title,
          language,
          names,
          (subject as readonly { name: string }[]).map(({ name }) => name),
          links[0]!.href,
        ]
      }),
      path,
    )
    assert.deepEqual(
      feed.facets.map(({ metadata, links }) => [metadata.title, links.length]),
      (json.facets ?? []).map(({ metadata, links }) => [metadata.title, links.length]),
    )
  }
  const address = await page.evaluate(
    async ([module, xml]) => {
      const { getOpenSearch } = (await import(`data:text/javascript;base64,${module}`)) as {
        getOpenSearch: (feed: unknown) => FoliateSearch
      }
      const description = getOpenSearch(new DOMParser().parseFromString(xml, 'application/xml'))
      return description.search(new Map([[null, new Map([['searchTerms', 'tea & more']])]]))
    },
    [code, (await send('/opds/v1.2/search.xml')).body] as const,
  )
  assert.equal(address, '/opds/v1.2/search?query=tea%20%26%20more')
})
