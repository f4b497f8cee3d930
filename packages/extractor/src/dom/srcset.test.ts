import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatSrcset, largestCandidate, parseSrcset } from './srcset.ts'

const base = 'https://a.example/dir/page'

test('a srcset is parsed like in browsers, without unsafe addresses and with at most 40 candidates', () => {
  const read = (value: string) => parseSrcset(value, base).map(({ url, size }) => `${url} ${size}`.trim())
  assert.deepEqual(read('a.png, b.png 2x'), ['https://a.example/dir/a.png', 'https://a.example/dir/b.png 2x'])
  assert.deepEqual(read('/x,y.png 100w,/z.png 200w'), [
    'https://a.example/x,y.png 100w',
    'https://a.example/z.png 200w',
  ])
  assert.deepEqual(read(' , ,'), [])
  assert.deepEqual(read('javascript:1 1x, /ok.png evil'), ['https://a.example/ok.png'])
  assert.equal(parseSrcset('/a.png 1x, '.repeat(1000), base).length, 40)
})

test('a formatted srcset stays the same when it is parsed and formatted again', () => {
  const candidates = [
    { url: 'https://a.example/x,y.png', size: '2x' },
    { url: 'https://a.example/z.png', size: '' },
  ]
  const once = formatSrcset(candidates)
  assert.equal(formatSrcset(parseSrcset(once)), once)
  assert.equal(largestCandidate(parseSrcset(once)), 'https://a.example/x%2Cy.png')
})
