import assert from 'node:assert/strict'
import type { TestApp, WireEntry } from '../support/app.ts'

/** The secret of the servers that make and open the databases of releases. It seals passwords and client secrets. */
export const RELEASE_ENVIRONMENT = { DOGEAR_SECRET: 'the secret of all kept release databases' }

const TEXT = '<h2>Low water</h2><p>Forty volunteers handed each stone along the wall.</p>'

/** Fills the library of alice with an object of each kind that a user can make. */
export async function fillReleaseLibrary({ alice, ask, save }: TestApp): Promise<void> {
  const fields = { title: 'The wall', content: TEXT, tags: 'history,sea walls', language: 'en' }
  const wall = await save(alice, 'https://example.org/wall?utm_source=x', fields)
  const tide = await save(alice, 'https://example.org/tide', {
    title: 'The tide',
    content: TEXT,
    archive: 1,
    starred: 1,
  })
  const gone = await save(alice, 'https://example.org/gone', { title: 'Gone', content: TEXT, tags: 'history' })
  const ranges = [{ start: '/p[1]', startOffset: '0', end: '/p[1]', endOffset: '5' }]
  const send = async (method: 'POST' | 'PATCH' | 'DELETE', url: string, payload: object = {}) => {
    const { statusCode, body } = await ask(alice, { method, url, payload })
    assert.ok(statusCode < 300, `${method} ${url}: ${statusCode} ${body}`)
  }
  await send('POST', `/api/annotations/${wall.id}`, { quote: 'Forty', text: 'so many', ranges })
  const change = { op: crypto.randomUUID(), at: new Date().toISOString(), type: 'entries', action: 'change' }
  await send('POST', '/api/sync', { ops: [{ ...change, id: tide.id, set: { note: 'read again' } }] })
  await send('POST', '/api/collections', { name: 'Walls', query: 'tag:"sea walls"' })
  await send('DELETE', `/api/entries/${gone.id}`)
}

/** Checks that the library of `fillReleaseLibrary` is complete, and that it can be changed. */
export async function checkReleaseLibrary({ alice, ask, save }: TestApp): Promise<void> {
  const list = async (query: string) => {
    const answer = await ask(alice, { url: `/api/${query}` })
    assert.equal(answer.statusCode, 200, answer.body)
    return answer.json<{ _embedded: { items: WireEntry[] } }>()._embedded.items
  }
  const entries = await list('entries.json?sort=created&order=asc&detail=full')
  assert.deepEqual(
    entries.map((entry) => [entry['title'], entry['is_archived'], entry['is_starred']]),
    [
      ['The wall', 0, 0],
      ['The tide', 1, 1],
    ],
  )
  const [wall, tide] = entries as [WireEntry, WireEntry]
  assert.match(String(wall['content']), /Forty volunteers/)
  assert.deepEqual((wall['tags'] as { label: string }[]).map(({ label }) => label).toSorted(), ['history', 'sea walls'])
  assert.deepEqual(
    (wall['annotations'] as { text: string }[]).map(({ text }) => text),
    ['so many'],
  )
  const found = await list('search.json?term=volunteers')
  assert.deepEqual(found.map(({ id }) => id).toSorted(), [wall.id, tide.id].toSorted())
  const again = await save(alice, 'https://example.org/wall', {})
  assert.equal(again.id, wall.id, 'the address is known')
  const added = await save(alice, 'https://example.org/new', { title: 'New', content: TEXT })
  assert.ok(added.id > tide.id)
}
