import assert from 'node:assert/strict'
import { test } from 'node:test'
import { safeReturnPath } from './safe-return-path.ts'

const BASE = 'https://read.example.org'

/**
 * Paths that browsers resolve to an address of another host, `//evil.example`, because they remove dot segments and
 * replace backslashes.
 */
const HIDDEN = [
  '/.//evil.example',
  '/..//evil.example',
  '/./%2e//evil.example',
  '/%2E%2e//evil.example',
  String.raw`/./\evil.example`,
  String.raw`/.\/evil.example`,
  String.raw`/..\\evil.example`,
  '/a/..//evil.example',
  String.raw`/a/../\evil.example`,
  '/a/b/../..//evil.example/x?y',
  '/.///evil.example',
  '/.//own.invalid/x',
  '/.//',
]
const OUTSIDE = [
  '//evil.example',
  String.raw`/\evil.example`,
  'evil.example',
  '@evil.example',
  'javascript:x',
  '',
  '/ä',
]

for (const text of [...HIDDEN, ...OUTSIDE]) {
  test(`${JSON.stringify(text)} leads to the first page`, () => {
    assert.equal(safeReturnPath(text), '/')
  })
}

test('a return path stays on this server and is stable', () => {
  const pieces = ['/', '\\', '.', '..', '%2e', '%2f', '%5c', 'a', 'evil.example', '?', '#', '@', ':', ';']
  let number = 1
  for (let round = 0; round < 5000; round++) {
    let text = '/'
    for (let length = 0; length < 8; length++) {
      number = (number * 48_271) % 2_147_483_647
      text += pieces[number % pieces.length]!
    }
    const path = safeReturnPath(text)
    assert.equal(new URL(path, BASE).origin, BASE, text)
    assert.equal(new URL(path, `${BASE}/deep/page`).origin, BASE, text)
    assert.equal(safeReturnPath(path), path, text)
  }
})

test('a path of ours stays as it is, with its query', () => {
  for (const path of ['/', '/view/3?list=all', '/all/list/2?tag=a%2Fb', '/a//b', '/search?q=//x', '/a/%2e%2e%2fb']) {
    assert.equal(safeReturnPath(path), path)
  }
  assert.equal(safeReturnPath('/a/../b#c'), '/b')
})

test('invalid or long return paths lead to the first page', () => {
  for (const given of [undefined, null, 3, ['/a'], `/${'a'.repeat(2000)}`]) assert.equal(safeReturnPath(given), '/')
})
