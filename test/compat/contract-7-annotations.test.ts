import { test } from 'node:test'
import { testApp, type TestApp } from '../support/app.ts'
import { DIALECTS } from '../support/database.ts'
import { JSON_TYPE, playFacts, type Fact, type Names } from './contract-fact.fixture.ts'

/** Wallabag wallabag contract, section 7: annotations in the format of 3.4. */
for (const dialect of DIALECTS) {
  test(`${dialect}: contract 7, annotations`, async (t) => {
    const app = await testApp(t, dialect)
    const names = await shelf(app)
    await playFacts(t, app, LIFE, names)
    await playFacts(t, app, FAULTS, names)
  })
}

async function shelf(app: TestApp): Promise<Names> {
  const content = '<p>Ink on paper</p>'
  const a = await app.save(app.alice, 'https://a.example.org/x', { title: 'A', content })
  const b = await app.save(app.alice, 'https://b.example.org/y', { title: 'B', content })
  const payload = { text: 'why?', quote: 'x' }
  const made = await app.ask(app.alice, { method: 'POST', url: `/api/annotations/${b.id}`, payload })
  const first = made.json<{ id: number }>().id
  return { A: a.id, B: b.id, first, second: first + 1, long: 'q'.repeat(10_001), fits: 'q'.repeat(10_000) }
}

const RANGE = { start: '/p[1]', startOffset: 4, end: '/p[1]', endOffset: '9' }
const TOLD = { start: '/p[1]', startOffset: '4', end: '/p[1]', endOffset: '9' }
const NOTE = { annotator_schema_version: 'v1.0', id: '{second}', text: 'why?', quote: ' on ', ranges: [TOLD] }
const DATES = /"created_at":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000","updated_at":"[^"]+\+0000"/

const LIFE: readonly Fact[] = [
  { says: '7 none are a total of 0', ask: 'GET /api/annotations/{A}.json', is: { total: 0, rows: [] } },
  {
    says: '7 one is made; offsets come back as text, the quote untrimmed',
    ask: 'POST /api/annotations/{A}',
    json: { text: 'why?', quote: ' on ', ranges: [RANGE], colour: 'red' },
    has: NOTE,
    text: DATES,
  },
  {
    says: '3.4 without a display name the user is absent',
    ask: 'GET /api/annotations/{A}',
    has: { total: 1, rows: [NOTE] },
    text: /^(?!.*"user")/,
  },
  {
    says: '3.4 inside the entry the user is null',
    ask: 'GET /api/entries/{A}',
    has: { annotations: [{ ...NOTE, user: null }] },
  },
  { says: '2.1 it counts for the filter', ask: 'GET /api/entries?annotations=1&tags=', has: { total: 2 } },
  {
    says: '7 only the text is changed',
    ask: 'PUT /api/annotations/{second}.json',
    json: { text: 'so', quote: 'other', ranges: [] },
    has: { ...NOTE, text: 'so' },
  },
  { says: '7 a missing text empties it', ask: 'PUT /api/annotations/{second}', json: {}, has: { ...NOTE, text: '' } },
  {
    says: '7 deleting answers it without an id',
    ask: 'DELETE /api/annotations/{second}.json',
    has: { text: '', quote: ' on ', id: undefined },
    text: /^(?!.*"id")/,
  },
  { says: '7 it is gone', ask: 'GET /api/annotations/{A}', is: { total: 0, rows: [] } },
  {
    says: '7 everything may be left out',
    ask: 'POST /api/annotations/{A}',
    json: {},
    has: { text: '', quote: '', ranges: [] },
  },
  {
    says: '7 a form is read as empty',
    ask: 'POST /api/annotations/{A}',
    form: 'text=x&quote=y',
    has: { text: '', quote: '' },
  },
  {
    says: '7 a quote of 10 000 characters fits',
    ask: 'POST /api/annotations/{A}',
    json: { quote: '{fits}' },
    has: { text: '' },
  },
]

const NOT_FOUND = { code: 404, message: 'Not Found' }
const RED = { ...RANGE, colour: 'red' }

const FAULTS: readonly Fact[] = [
  {
    says: '7 a longer quote is 400 with {}',
    ask: 'POST /api/annotations/{A}',
    json: { quote: '{long}' },
    status: 400,
    is: {},
  },
  {
    says: '7 a range with an unknown key is 400 with {}',
    ask: 'POST /api/annotations/{A}',
    json: { ranges: [RED] },
    status: 400,
    is: {},
  },
  {
    says: '7 malformed JSON is 400',
    ask: 'POST /api/annotations/{A}',
    headers: { 'content-type': JSON_TYPE },
    body: '{',
    status: 400,
    has: { code: 400 },
  },
  ...['GET /api/annotations/{B}', 'PUT /api/annotations/{first}', 'DELETE /api/annotations/{first}'].map((ask) => ({
    says: `7 ${ask} by another one is 404`,
    ask,
    as: 'bob' as const,
    status: 404,
    is: NOT_FOUND,
  })),
  {
    says: '7 writing on the entry of another one is 404',
    ask: 'POST /api/annotations/{B}',
    as: 'bob',
    json: { text: 'x' },
    status: 404,
    is: NOT_FOUND,
  },
  { says: '7 a missing annotation is 404', ask: 'DELETE /api/annotations/99999', status: 404, is: NOT_FOUND },
]
