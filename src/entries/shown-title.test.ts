import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shownTitle } from './shown-title.ts'

type Shown = Parameters<typeof shownTitle>[0]

const entry = (over: Partial<Shown>): Shown =>
  ({
    title: 'T',
    url: 'https://www.a.example/status/500',
    fetchState: 'done',
    mimetype: 'text/html',
    givenFields: [],
    ...over,
  }) as Shown

test('an article shows its title, a failed page its address, and a file without a title its name', () => {
  assert.equal(shownTitle(entry({})), 'T')
  assert.equal(shownTitle(entry({ title: '500' })), '500')
  assert.equal(shownTitle(entry({ title: '500', fetchState: 'failed' })), 'a.example/status/500')
  assert.equal(shownTitle(entry({ title: 'Mine', fetchState: 'failed' })), 'Mine')
  const image = { url: 'https://a.example/p/harbour%20wall.png', title: 'Image', mimetype: 'image/png' }
  assert.equal(shownTitle(entry(image)), 'harbour wall.png')
  assert.equal(shownTitle(entry({ ...image, givenFields: ['title'] })), 'Image')
  assert.equal(shownTitle(entry({ title: 'Image' })), 'Image')
  assert.equal(
    shownTitle(entry({ title: 'Plain text', mimetype: 'text/plain', url: 'https://a.example/notes.txt' })),
    'notes.txt',
  )
})
