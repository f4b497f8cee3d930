import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isShare, outdated, planFor, waitingPath } from './plan.ts'

const origin = 'https://dogear.example'
const asked = (path: string, more: Partial<Parameters<typeof planFor>[0]> = {}) =>
  planFor({ method: 'GET', url: new URL(path, origin), origin, accept: 'text/html', isFrame: false, ...more })

test('reading pages and lists are kept, files are kept for ever', () => {
  assert.equal(asked('/view/12'), 'reading')
  assert.equal(asked('/view/12?list=all'), 'reading')
  assert.deepEqual(
    ['/', '/unread/list', '/archive/list'].map((path) => asked(path)),
    ['list', 'list', 'list'],
  )
  assert.equal(asked('/assets/0123/css/base.css', { accept: 'text/css' }), 'asset')
  assert.equal(asked('/images/abc', { accept: 'image/*' }), 'picture')
})

test('what changes something, is private to a moment, or is of others goes to the network', () => {
  assert.equal(asked('/view/12', { method: 'POST' }), 'leave')
  assert.equal(asked('https://elsewhere.example/view/12'), 'leave')
  assert.equal(asked('/view/12', { accept: 'text/event-stream' }), 'leave')
  assert.equal(asked('/unread/list', { isFrame: true }), 'leave')
  for (const path of [
    '/config',
    '/login',
    '/logout',
    '/unread/list/2',
    '/unread/list?tag=x',
    '/api/entries',
    '/events',
  ]) {
    assert.equal(asked(path), 'leave', path)
  }
})

test('saving asks the server, and only what another app shares waits for a network', () => {
  assert.equal(asked('/bookmarklet?url=x'), 'saving')
  assert.equal(asked('/bookmarklet?url=x', { method: 'POST' }), 'leave')
  assert.equal(isShare('POST', '/share-target'), true)
  assert.equal(isShare('GET', '/share-target'), false)
  assert.equal(isShare('POST', '/bookmarklet'), false)
})

function waiting(fields: Readonly<Record<string, string>>): string {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return waitingPath(form)
}

test('what was shared waits with its address, which some apps put into the text', () => {
  assert.equal(
    waiting({ title: 'A & b', url: 'https://a.example/?x=1' }),
    '/bookmarklet?title=A+%26+b&url=https%3A%2F%2Fa.example%2F%3Fx%3D1',
  )
  assert.equal(
    waiting({ text: 'Look: https://a.example/b now', url: '' }),
    '/bookmarklet?title=&url=https%3A%2F%2Fa.example%2Fb',
  )
  assert.equal(waiting({ text: 'nothing' }), '/bookmarklet?title=&url=')
})

test('caches of other versions are dropped, and those of others left alone', () => {
  assert.deepEqual(outdated(['dogear-a', 'dogear-b', 'other'], ['dogear-b']), ['dogear-a'])
})
