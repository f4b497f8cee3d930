import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readZip } from '../../src/exports/epub/read-zip.fixture.ts'
import { testApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { hiddenField, signedIn } from './inject-browser.fixture.ts'

const content = '<p>The wall was built by people.</p><p>It holds, and the sea moves it.</p>'

for (const dialect of DIALECTS) {
  test(`${dialect}: the annotations of all entries`, async (t) => {
    const app = await testApp(t, dialect)
    const { alice, bob, ask, save } = app
    const wall = await save(alice, 'https://example.org/wall', {
      title: 'Wall: "old" [stones]',
      content,
      tags: 'stones, long read',
      authors: 'Ada, Ben',
    })
    const sea = await save(alice, 'https://other.example/sea', { title: '=SUM(1)', content })
    const browser = await signedIn(app, alice)
    const token = hiddenField((await browser.get(`/view/${wall.id}`)).body, 'token')
    const note = async (id: number, quote: string, more: Readonly<Record<string, string>> = {}) => {
      const start = 'The wall was built by people.It holds, and the sea moves it.'.indexOf(quote)
      const place = { start: String(start), end: String(start + quote.length), quote }
      await browser.post(`/view/${id}/annotations`, { token, ...place, ...more })
    }
    await note(wall.id, 'sea moves', { text: 'a "note", twice\nover', color: 'green' })
    await note(wall.id, 'wall was', { color: 'pink' })
    app.clock.advance(2 * 86_400)
    const later = await signedIn(app, alice)
    const fresh = hiddenField((await later.get(`/view/${sea.id}`)).body, 'token')
    await later.post(`/view/${sea.id}/annotations`, {
      token: fresh,
      start: '22',
      end: '28',
      quote: 'people',
      text: '+1',
      color: 'blue',
    })
    const quotes = async (query: string) => {
      const { body } = await later.get(`/annotations${query}`)
      return [...body.matchAll(/<blockquote dir="auto" data-color="\w+">([^<]*)</g)].map(([, quote]) => quote)
    }
    const today = app.clock.now().toISOString().slice(0, 10)

    await t.test('the page is searched, filtered and ordered', async () => {
      const expected: Readonly<Record<string, readonly string[]>> = {
        '': ['people', 'wall was', 'sea moves'],
        '?q=SEA': ['sea moves'],
        '?q=twice+note': ['sea moves'],
        '?q=100%25': [],
        '?color=pink': ['wall was'],
        '?color=red': ['people', 'wall was', 'sea moves'],
        '?tag=Stones': ['wall was', 'sea moves'],
        '?site=other.example': ['people'],
        [`?from=${today}`]: ['people'],
        [`?to=${today}`]: ['people', 'wall was', 'sea moves'],
        '?to=2020-01-01': [],
        '?order=place': ['people', 'wall was', 'sea moves'],
        "?tag='%3B+drop+table+entry": [],
      }
      for (const [query, found] of Object.entries(expected)) assert.deepEqual(await quotes(query), found, query)
      const page = (await later.get('/annotations?color=pink')).body
      assert.match(page, /href="\/annotations\/export\/zip\?color=pink"/)
      assert.match(page, /data-copy-text-value="&gt; wall was/)
      const narrowed = (await later.get('/annotations?q=wall&color=pink&site=example.org')).body
      const [, chips = ''] = /<ul class="chips"[^>]*>([^]*?)<\/ul>/.exec(narrowed) ?? []
      assert.match(chips, /href="\/annotations\?q=wall&amp;site=example\.org"[^>]*><bdi>Pink</)
      assert.match(chips, /href="\/annotations\?q=wall&amp;color=pink"[^>]*><bdi>example\.org</)
      assert.match(chips, /href="\/annotations">Clear filters</)
    })

    await t.test('annotations have tags of their own, which find them beside the tags of entries', async () => {
      const at = { start: '10', end: '15', quote: 'built', text: 'kept' }
      const form = hiddenField((await later.get(`/view/${wall.id}`)).body, 'token')
      await later.post(`/view/${wall.id}/annotations`, { token: form, ...at, tags: ' Craft, "odd" 100%_ ,craft' })
      assert.deepEqual(await quotes('?tag=craft'), ['built'])
      assert.deepEqual(await quotes(`?${new URLSearchParams({ tag: '"odd" 100%_' }).toString()}`), ['built'])
      assert.deepEqual(await quotes('?tag=100'), [])
      const page = (await later.get('/annotations')).body
      assert.match(page, /<a href="\/annotations\?tag=craft">#<bdi>craft<\/bdi><\/a>/)
      const file = async (name: string) => (await later.get(`/annotations/export/${name}?tag=craft`)).body
      assert.match(await file('md'), / · yellow · #craft · #odd-100-\\_\n/)
      assert.match(await file('csv'), /,"craft, ""odd"" 100%_"\r\n$/)
      const [exported] = JSON.parse(await file('json')) as { readonly id: number; readonly tags: string[] }[]
      assert.deepEqual(exported?.tags, ['craft', '"odd" 100%_'])
      const id = exported!.id
      const listed = await ask(alice, { url: `/api/annotations/${wall.id}` })
      assert.doesNotMatch(listed.body, /craft/, 'wallabag clients see no difference')
      const reader = (await later.get(`/view/${wall.id}`)).body
      assert.match(reader, /name="tags" type="text" value="craft, &quot;odd&quot; 100%_"/)
      await later.post(`/annotations/${id}/note`, { token: form, text: 'kept', tags: '' })
      assert.deepEqual(await quotes('?tag=craft'), [])
      await later.post('/undo', { token: form, action: 'last', back: '/' })
      assert.deepEqual(await quotes('?tag=craft'), ['built'])
      await later.post(`/annotations/${id}/note`, { token: form, text: 'changed' })
      assert.deepEqual(await quotes('?tag=craft'), ['built'], 'a form without the field keeps the tags')
      const many = Array.from({ length: 21 }, (_, index) => `t${index}`).join(',')
      assert.equal((await later.post(`/annotations/${id}/note`, { token: form, text: '', tags: many })).statusCode, 400)
      await later.post(`/annotations/${id}/delete`, { token: form })
      await later.post('/undo', { token: form, action: 'last', back: '/' })
      assert.deepEqual(await quotes('?tag=craft'), ['built'], 'an undone deletion brings the tags back')
      const [{ id: restored }] = JSON.parse(await file('json')) as [{ readonly id: number }]
      await ask(alice, { method: 'DELETE', url: `/api/annotations/${restored}` })
    })

    await t.test('sorted by position, passages are in the order of the text instead of their times', async () => {
      const one = hiddenField((await later.get(`/view/${wall.id}`)).body, 'token')
      await later.post(`/view/${wall.id}/annotations`, { token: one, start: '0', end: '3', quote: 'The' })
      await later.post(`/view/${wall.id}/annotations`, { token: one, start: '33', end: '38', quote: 'holds' })
      assert.deepEqual(await quotes('?tag=stones&order=place'), ['The', 'wall was', 'holds', 'sea moves'])
      assert.deepEqual(await quotes('?tag=stones'), ['holds', 'The', 'wall was', 'sea moves'])
    })

    await t.test('every file contains exactly the shown annotations', async () => {
      const file = async (name: string, query = '') => (await later.get(`/annotations/export/${name}${query}`)).body
      const markdown = await file('md', '?color=green')
      assert.match(
        markdown,
        /^## \[Wall: "old" \\\[stones\\\]\]\(https:\/\/example\.org\/wall\)\n\n> sea moves\n\na "note", twice\nover\n/,
      )
      assert.doesNotMatch(markdown, /wall was/)
      const csv = await file('csv')
      assert.match(csv, /^Quote,Note,Color,Title,URL,Site,Authors,Tags,Created,Link,Annotation tags\r\n/)
      assert.match(csv, /\r\npeople,'\+1,blue,'=SUM\(1\),https:\/\/other\.example\/sea,/)
      assert.match(csv, /"a ""note"", twice\nover",green,/)
      const readwise = await file('readwise', '?site=example.org&color=pink')
      const [, row] = readwise.split('\r\n')
      assert.match(
        row!,
        /^wall was,"Wall: ""old"" \[stones\]","Ada, Ben",https:\/\/example\.org\/wall,,1,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/,
      )
      const json = JSON.parse(await file('json', '?color=pink')) as { entry: { tags: string[] }; link: string }[]
      assert.deepEqual(json[0]!.entry.tags, ['long read', 'stones'])
      assert.match(json[0]!.link, new RegExp(`/view/${wall.id}#annotation-\\d+$`))
      assert.equal((await later.get('/annotations/export/exe')).statusCode, 404)
    })

    await t.test('the archive has one note with front matter for each article', async () => {
      const token2 = await app.token(alice)
      const answer = await app.app.inject({
        url: '/api/annotations?format=zip',
        headers: { authorization: `Bearer ${token2}` },
      })
      const files = readZip(answer.rawPayload)
      assert.deepEqual(files.map(({ name }) => name).toSorted(), ['SUM1.md', 'Wall old stones.md'])
      const text = files.find(({ name }) => name.startsWith('Wall'))!.bytes.toString()
      assert.match(text, /^---\ntitle: "Wall: \\"old\\" \[stones\]"\nsource: "https:\/\/example.org\/wall"\n/)
      assert.match(
        text,
        /\nauthor:\n  - "Ada"\n  - "Ben"\ntags:\n  - "long-read"\n  - "stones"\ncreated: \d{4}-\d\d-\d\d\n---\n/,
      )
    })

    await t.test('the API returns the same, and users do not see those of others', async () => {
      const found = (await ask(alice, { url: '/api/annotations?color=blue' })).json<
        { quote: string; color: string }[]
      >()
      assert.deepEqual(
        found.map(({ quote, color }) => [quote, color]),
        [['people', 'blue']],
      )
      assert.deepEqual((await ask(bob, { url: '/api/annotations' })).json(), [])
      assert.equal((await ask(alice, { url: '/api/annotations?format=exe' })).statusCode, 400)
      assert.equal((await ask(undefined, { url: '/api/annotations' })).statusCode, 401)
    })
  })
}
