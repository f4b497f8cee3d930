import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseWhole } from '../parsing/parsed-file.fixture.ts'

const ROW = { title: 'Tides', url: 'https://e.org/1', host: 'e.org', tags: ['sea', 'long read'], isArchived: true }
const CREATED = { createdAt: '2026-03-01T09:30:00.000Z' }

test("Pocket's archives of 2024 have a column more, and tags and states are found all the same", async () => {
  const file =
    '\uFEFFtitle,url,time_added,cursor,tags,status\r\nTides,https://e.org/1,1772357400,77,sea|long read,archive\r\n'
  for (const format of ['pocket', 'pocket_csv', 'auto'] as const)
    assert.deepEqual((await parseWhole(file, format)).rows, [{ ...ROW, ...CREATED }])
})

test('without a head the columns go by position, and a page called title is no head', async () => {
  const { rows } = await parseWhole(
    'Tides,https://e.org/1,1772357400,sea|long read,archive\ntitle,https://e.org/2,1772357400,,unread\n',
    'pocket_csv',
  )
  assert.deepEqual(rows, [
    { ...ROW, ...CREATED },
    { title: 'title', url: 'https://e.org/2', host: 'e.org', isArchived: false, ...CREATED },
  ])
})
