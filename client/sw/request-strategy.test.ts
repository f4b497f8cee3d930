import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outdatedCaches, strategyFor, confirmSavePath } from './request-strategy.ts'

const origin = 'https://dogear.example'
const FORM = 'application/x-www-form-urlencoded;charset=UTF-8'
type Asked = Parameters<typeof strategyFor>[0]

const asked = (path: string, more: Partial<Asked> = {}) =>
  strategyFor({
    method: 'GET',
    url: new URL(path, origin),
    origin,
    accept: 'text/html',
    contentType: '',
    isNavigation: true,
    referrer: '',
    ...more,
  })
const sent = (path: string, more: Partial<Asked> = {}) =>
  asked(path, { method: 'POST', contentType: FORM, referrer: `${origin}/all/list`, ...more })

test('every page can be rendered without a network, and files stay cached', () => {
  for (const path of ['/', '/view/12?list=all', '/search?q=tide', '/collections/3', '/config', '/login']) {
    assert.equal(asked(path), 'page', path)
  }
  assert.equal(asked('/assets/0123/css/base.css', { accept: 'text/css' }), 'asset')
  assert.equal(asked('/images/abc', { accept: 'image/*' }), 'picture')
})

test('requests for other pages, streams and other sites go to the network', () => {
  const paths = ['/api/entries', '/sync?since=1', '/events?ids=1', '/export/all.epub', '/offline', '/device']
  for (const path of [...paths, '/login/oidc', '/login/oidc/callback?code=1', '/recover?code=1']) {
    assert.equal(asked(path), 'network', path)
    assert.equal(asked(path, { isNavigation: false }), 'leave', path)
  }
  assert.equal(asked('https://elsewhere.example/view/12'), 'leave')
  assert.equal(asked('/view/12', { accept: 'text/event-stream' }), 'leave')
})

test('forms of our own pages can wait for a network, those of other sites are left alone', () => {
  assert.equal(sent('/archive/12'), 'form')
  assert.equal(sent('/archive/12', { isNavigation: false, referrer: '' }), 'form')
  assert.equal(sent('/archive/12', { referrer: 'https://elsewhere.example/' }), 'leave')
  assert.equal(sent('/archive/12', { referrer: '' }), 'leave')
  assert.equal(sent('/import/pocket', { contentType: 'multipart/form-data; boundary=x' }), 'leave')
  assert.equal(sent('/login_check'), 'leave')
  assert.equal(sent('/logout'), 'sign-out')
  assert.equal(sent('/config/danger/account'), 'sign-out')
  assert.equal(sent('/config/danger/clear'), 'form')
  assert.equal(sent('/share-target', { referrer: '' }), 'share')
  assert.equal(sent('/sync'), 'leave')
  assert.equal(sent('/device'), 'leave')
  assert.equal(sent('/oauth/authorize'), 'leave')
  assert.equal(sent('/login/passkey'), 'leave')
  assert.equal(sent('/recover'), 'leave')
})

function waiting(fields: Readonly<Record<string, string>>): string {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return confirmSavePath(form)
}

test('a shared text waits with its address, which some apps put into the text', () => {
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
  assert.deepEqual(outdatedCaches(['dogear-a', 'dogear-b', 'other'], ['dogear-b']), ['dogear-a'])
})
