import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { testApp, type TestApp, type TestUser, type WireEntry } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'

const GIVEN = { title: 'Title', content: '<p>spring tide</p>' }
const RANGE = { start: '/p[1]', startOffset: 0, end: '/p[1]', endOffset: '11' }

for (const dialect of DIALECTS) {
  test(`${dialect}: annotations`, async (t) => {
    const app = await testApp(t, dialect)
    const { id } = await app.save(app.alice, 'https://example.org/annotated', GIVEN)
    await life(t, app, id)
    await faults(t, app, id)
    await strangers(t, app, id)
  })
}

interface WireAnnotation {
  readonly id: number
  readonly [member: string]: unknown
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

async function call(
  app: TestApp,
  method: Method,
  path: string,
  ...[payload, user = app.alice]: readonly [object?, TestUser?]
) {
  const body = payload && { payload: JSON.stringify(payload), headers: { 'content-type': 'application/json' } }
  return app.ask(user, { method, url: `/api/annotations/${path}`, ...body })
}

async function life(t: TestContext, app: TestApp, entryId: number): Promise<void> {
  const entry = async () => (await app.ask(app.alice, { url: `/api/entries/${entryId}` })).json<WireEntry>()
  const before = await entry()
  app.clock.advance(5)
  const made = await call(app, 'POST', `${entryId}.json`, { text: 'why?', quote: 'spring tide', ranges: [RANGE] })
  const annotation = made.json<WireAnnotation>()

  await t.test(
    'a created annotation is returned complete, with offsets as text, and without an unset user name',
    () => {
      assert.equal(made.statusCode, 200)
      assert.match(String(annotation['created_at']), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/)
      const { id, created_at: _created, updated_at: _updated, ...rest } = annotation
      assert.ok(Number.isInteger(id))
      assert.deepEqual(rest, {
        annotator_schema_version: 'v1.0',
        text: 'why?',
        quote: 'spring tide',
        ranges: [{ start: '/p[1]', startOffset: '0', end: '/p[1]', endOffset: '11' }],
      })
    },
  )

  await t.test('the entry contains it at once, and its updated_at does not change', async () => {
    const after = await entry()
    assert.equal((after['annotations'] as WireAnnotation[])[0]?.id, annotation.id)
    assert.equal((after['annotations'] as WireAnnotation[])[0]?.['user'], null)
    assert.equal(after['updated_at'], before['updated_at'])
  })

  await t.test('only the note changes; without one it is emptied', async () => {
    const changed = await call(app, 'PUT', `${annotation.id}`, { text: 'because', quote: 'other' })
    assert.equal(changed.json<WireAnnotation>()['text'], 'because')
    assert.equal(changed.json<WireAnnotation>()['quote'], 'spring tide')
    assert.equal((await call(app, 'PUT', `${annotation.id}.json`, {})).json<WireAnnotation>()['text'], '')
  })

  await t.test('a list has its total, and a filter finds annotated entries', async () => {
    const list = (await call(app, 'GET', `${entryId}`)).json<{ total: number; rows: WireAnnotation[] }>()
    assert.deepEqual([list.total, list.rows.length, list.rows[0]?.id], [1, 1, annotation.id])
    const found = await app.ask(app.alice, { url: '/api/entries?annotations=1' })
    assert.equal(found.json<{ total: number }>().total, 1)
  })

  await t.test('a deleted annotation is returned without its id, and then is 404', async () => {
    const deleted = await call(app, 'DELETE', `${annotation.id}`)
    assert.equal(deleted.statusCode, 200)
    assert.equal('id' in deleted.json<object>(), false)
    assert.equal((await call(app, 'DELETE', `${annotation.id}`)).statusCode, 404)
    assert.deepEqual((await entry())['annotations'], [])
  })
}

async function countOf(app: TestApp, entryId: number): Promise<number> {
  return (await call(app, 'GET', `${entryId}`)).json<{ total: number }>().total
}

async function faults(t: TestContext, app: TestApp, entryId: number): Promise<void> {
  await t.test(
    'a long quote, an unknown key of a range and too many ranges are refused with an empty object',
    async () => {
      const before = await countOf(app, entryId)
      const wrong = [
        { quote: 'x'.repeat(10_001) },
        { ranges: [{ ...RANGE, where: 1 }] },
        { ranges: ['text'] },
        { ranges: 'text' },
        { ranges: Array.from({ length: 11 }, () => RANGE) },
        { text: 'x'.repeat(100_001) },
      ]
      for (const payload of wrong) {
        const answer = await call(app, 'POST', `${entryId}`, payload)
        assert.deepEqual([answer.statusCode, answer.json()], [400, {}], JSON.stringify(payload).slice(0, 80))
      }
      assert.equal(await countOf(app, entryId), before)
    },
  )

  await t.test('missing fields are empty, and a form counts as having none', async () => {
    const empty = (await call(app, 'POST', `${entryId}`, {})).json<WireAnnotation>()
    assert.deepEqual([empty['text'], empty['quote'], empty['ranges']], ['', '', []])
    const form = await app.ask(app.alice, {
      method: 'POST',
      url: `/api/annotations/${entryId}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'text=note',
    })
    assert.equal(form.json<WireAnnotation>()['text'], '')
  })

  await t.test('empty paths are left out, and an entry with a thousand annotations takes no more', async () => {
    const whole = await call(app, 'POST', `${entryId}`, {
      ranges: [{ start: '', end: '', startOffset: '1', endOffset: 2 }],
    })
    assert.deepEqual(whole.json<WireAnnotation>()['ranges'], [{ startOffset: '1', endOffset: '2' }])
    await app.database.transaction(async (tx) => {
      const row = { user_id: app.alice.id, entry_id: entryId, text: '', quote: '', ranges: '[]' }
      const now = '2026-03-01T09:30:00.000Z'
      const rows = Array.from({ length: 1000 }, () => ({ ...row, created_at: now, updated_at: now }))
      await tx.insertInto('annotation').values(rows).execute()
    })
    assert.equal((await call(app, 'POST', `${entryId}`, {})).statusCode, 400)
  })
}

async function strangers(t: TestContext, app: TestApp, entryId: number): Promise<void> {
  await t.test('users cannot read, add, change or delete annotations of others', async () => {
    const other = await app.save(app.alice, 'https://example.org/of-alice', GIVEN)
    const { id } = (await call(app, 'POST', `${other.id}`, {})).json<WireAnnotation>()
    for (const [method, path] of [
      ['GET', entryId],
      ['POST', entryId],
      ['PUT', id],
      ['DELETE', id],
    ] as const) {
      const answer = await call(app, method, String(path), method === 'GET' ? undefined : {}, app.bob)
      assert.deepEqual(answer.json(), { code: 404, message: 'Not Found' }, method)
    }
    assert.equal((await call(app, 'GET', 'x')).statusCode, 404)
  })
}
