import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  KOBO_BOOK,
  koboDatabase,
  koboHighlight,
  koreaderDocument,
} from '../../src/imports/highlights/highlight-files.fixture.ts'
import { testApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { hiddenField, signedIn } from '../web/inject-browser.fixture.ts'
import {
  CONTENT,
  counts,
  importDocuments,
  importFile,
  NOW,
  PARAGRAPHS,
  passages,
  reasons,
  unplaced,
  type Unplaced,
} from './imports-highlights.fixture.ts'

for (const dialect of DIALECTS) {
  test(`${dialect}: highlights of reading devices`, async (t) => {
    const app = await testApp(t, dialect)

    await t.test(
      'they come to the page with the same title that contains them, each once and at its place',
      async () => {
        const user = await app.newUser()
        const { id } = await app.save(user, 'https://example.org/tides', { title: 'Tides', content: CONTENT })
        const other = await app.save(user, 'https://example.org/other', {
          title: 'Tides',
          content: '<p>Of the sun.</p>',
        })
        const file = koreaderDocument({ title: 'TIDES ', file: '/mnt/us/Tides.epub' }, [
          ['The tide comes in\ntwice a day.', { page: 4, note: 'Last' }],
          'words of no text',
        ])
        const job = await importDocuments(app, user, file)
        assert.deepEqual(counts(job), [1, 0, 0])
        assert.deepEqual(reasons(job), [
          'Highlights of your page “TIDES”: 2.\nOf these, not in the text of the page: 1.',
        ])
        const found = [
          ['The tide comes in\ntwice a day.', 'Last', ['/p[3]']],
          ['words of no text', '', []],
        ]
        assert.deepEqual(await passages(app, user, id), found)
        // Another device writes other white space.
        const again = JSON.parse(JSON.stringify(file).replace(String.raw`in\ntwice`, 'in twice')) as object
        assert.deepEqual(counts(await importDocuments(app, user, again)), [0, 1, 0])
        assert.deepEqual(await passages(app, user, id), found)
        assert.deepEqual(await passages(app, user, other.id), [])
        assert.deepEqual(await unplaced(app, user), [])
      },
    )

    await t.test('an id in the name of a file, a sent book and an address lead to the page', async () => {
      const user = await app.newUser()
      const { id } = await app.save(user, 'https://example.org/a', { title: 'Renamed since', content: CONTENT })
      const byId = koreaderDocument({ title: 'Old', file: `/x/[w-id_${id}] Old.epub` }, [PARAGRAPHS[1]!])
      const byAddress = koreaderDocument({ title: 'Else', url: 'https://example.org/a' }, ['short'])
      const foreign = koreaderDocument({ title: 'Else', file: `/x/[w-id_${id}] Else.epub` }, [
        'Of another server’s entry',
      ])
      assert.deepEqual(counts(await importDocuments(app, user, byId, byAddress, foreign)), [2, 1, 0])
      assert.equal((await app.ask(user, { url: `/api/entries/${id}/export.epub` })).statusCode, 200)
      // The name is that of the EPUB that was sent, although nothing else proves it.
      const named = { title: 'Third', file: `/x/[w-id_${id}] Renamed since.epub` }
      assert.deepEqual(counts(await importDocuments(app, user, koreaderDocument(named, ['third']))), [1, 0, 0])
      const place = { pn_xp: '/body/DocFragment[3]/body/p[3]/text().0', page: 1 }
      await importDocuments(app, user, koreaderDocument(named, [[PARAGRAPHS[2]!, place]]))
      const found = await passages(app, user, id)
      assert.deepEqual([found.length, found.at(-1)], [4, [PARAGRAPHS[2], '', ['/p[3]']]], 'at its place in the book')
      assert.deepEqual(
        (await unplaced(app, user)).map(({ title }) => title),
        ['Else'],
      )
    })

    await t.test('those without a page are kept and listed, until the page is saved or they are deleted', async () => {
      const user = await app.newUser()
      const browser = await signedIn(app, user)
      const twins = ['x', 'y'].map((name) => `https://example.org/${name}`)
      for (const url of twins) await app.save(user, url, { title: 'Twins', content: CONTENT })
      const book = koreaderDocument({ title: 'A <b>Book</b>' }, ['one', ['two', { note: 'Mine' }], 'three'])
      const double = koreaderDocument({ title: 'Twins' }, [PARAGRAPHS[1]!])
      const later = koreaderDocument({ title: 'Later' }, [PARAGRAPHS[0]!])
      const job = await importDocuments(app, user, book, double, later)
      assert.deepEqual(counts(job), [0, 3, 0])
      assert.match(reasons(job)[1]!, /^Kept without a page: several of your pages may be “Twins”/)
      await importDocuments(app, user, book, double, later)
      assert.equal((await unplaced(app, user)).length, 5, 'a second import makes no doubles')
      await app.save(user, 'https://example.org/later', { title: 'Later', content: CONTENT })
      assert.deepEqual(counts(await importDocuments(app, user, later)), [1, 0, 0])
      assert.deepEqual(
        (await unplaced(app, user)).map(({ quote }) => quote),
        ['one', 'two', 'three', PARAGRAPHS[1]],
      )

      const { body } = await browser.get('/import/unplaced')
      assert.match(body, /A &lt;b&gt;Book&lt;\/b&gt;/)
      for (const path of ['/import/', '/annotations'])
        assert.match((await browser.get(path)).body, /4 highlights without a page/, path)
      const token = hiddenField(body, 'token')
      const [first, , , last] = await unplaced(app, user)
      await browser.post(`/import/unplaced/${first!.id}/delete`, { token, document: '1' })
      assert.deepEqual(
        (await unplaced(app, user)).map(({ title }) => title),
        ['Twins'],
      )
      const stranger = await app.ask(app.bob, { method: 'DELETE', url: `/api/imports/unplaced/${last!.id}` })
      assert.equal(stranger.statusCode, 404)
      const deleted = await app.ask(user, { method: 'DELETE', url: `/api/imports/unplaced/${last!.id}` })
      assert.deepEqual([deleted.statusCode, deleted.json<Unplaced>()], [200, last])
      assert.deepEqual(await unplaced(app, user), [])
      assert.match((await browser.get('/import/unplaced')).body, /Every imported highlight has its page/)
    })

    await t.test('those that a full page cannot take stay in the list', async () => {
      const user = await app.newUser()
      const book = koreaderDocument({ title: 'Full' }, [PARAGRAPHS[0]!, PARAGRAPHS[1]!])
      await importDocuments(app, user, book)
      const { id } = await app.save(user, 'https://example.org/full', { title: 'Full', content: CONTENT })
      await app.database.transaction(async (tx) => {
        const row = { user_id: user.id, entry_id: id, text: '', ranges: '[]', created_at: NOW, updated_at: NOW }
        const rows = Array.from({ length: 999 }, (_, index) => ({ ...row, quote: `passage ${index}` }))
        for (let start = 0; start < rows.length; start += 100) {
          await tx
            .insertInto('annotation')
            .values(rows.slice(start, start + 100))
            .execute()
        }
      })
      const job = await importDocuments(app, user, book)
      assert.match(reasons(job)[0]!, /a page can have at most 1000/)
      assert.ok((await unplaced(app, user)).length > 0)
    })

    await t.test('the database of a Kobo is read; a page without a text matches by its author', async () => {
      const user = await app.newUser()
      const given = { title: 'Tides', authors: 'Ada Byron' }
      const { id } = await app.save(user, 'https://example.org/kobo', given)
      const file = Buffer.from(koboDatabase(KOBO_BOOK + koboHighlight(1, 'Slack water', { note: 'why?' })))
      assert.deepEqual(counts(await importFile(app, user, '/api/imports', file)), [1, 0, 0])
      assert.deepEqual(await passages(app, user, id), [['Slack water', 'why?', []]])
    })
  })
}
