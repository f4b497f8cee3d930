import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalAddress } from './canonical-address.ts'
import { assertLinearTime } from '../../../packages/extractor/src/linear-time.fixture.ts'

const PAGE = 'https://example.org/a%20b?id=7&q=x+y%2F'

test('tracking parameters, text fragments and bare question marks do not make another page', () => {
  const spellings = [
    PAGE,
    `${PAGE}&fbclid=IwAR0`,
    'https://example.org/a%20b?fbclid=1&id=7&utm_source=rss&q=x+y%2F&utm_medium=feed',
    `${PAGE}&gclid=1&gbraid=2&wbraid=3&msclkid=4&igshid=5&mc_eid=6&mc_cid=7&_hsenc=8&mkt_tok=9&MTM_campaign=10`,
    `${PAGE}#:~:text=sea%20wall`,
    `${PAGE}&fbclid=1#:~:text=a&text=b`,
  ]
  for (const spelling of spellings) assert.equal(canonicalAddress(spelling), PAGE)
  assert.equal(canonicalAddress('https://example.org/a?'), 'https://example.org/a')
  assert.equal(canonicalAddress('https://example.org/a?fbclid=1&'), 'https://example.org/a')
  assert.equal(canonicalAddress('https://example.org/a?#part'), 'https://example.org/a#part')
  assert.equal(canonicalAddress('https://example.org/a#part:~:text=b'), 'https://example.org/a#part')
})

test('everything else stays as it is written', () => {
  for (const address of [
    'https://example.org/?ref=home&clid=1&source=utm_&fb=clid',
    'https://example.org/?a=fbclid%3D1&&b',
    'https://example.org/fbclid=1',
    'https://example.org/#fbclid=1',
    'https://example.org/#/route?utm_source=x',
    'https://example.org/%zz?q=%zz',
    'HTTPS://Example.org',
    'no address',
    '',
    '?',
    'https://notgoogle.com/url?q=https://example.org/',
    'https://www.google.com/search?q=https://example.org/',
    'https://google.com.evil.example/url?q=https://example.org/',
    'https://www.google.com/url?q=javascript:alert(1)',
    'https://www.google.com/url?q=/relative',
    'https://www.google.com/amp/s/',
    'https://evilcdn.ampproject.org.example/c/s/example.org/',
    'https://example-org.cdn.ampproject.org/i/s/example.org/picture.jpg',
  ]) {
    const expected = address === '?' ? '' : address
    assert.equal(canonicalAddress(address), expected, address)
  }
})

test('the redirect of a search engine and AMP viewers are the page that they show', () => {
  for (const wrapper of [
    `https://www.google.com/url?sa=t&q=${encodeURIComponent(PAGE)}&usg=x`,
    `https://google.co.uk/url?url=${encodeURIComponent(`${PAGE}&fbclid=1`)}`,
    `https://www.google.de/url?q=${encodeURIComponent(`https://www.google.com/url?q=${encodeURIComponent(PAGE)}`)}`,
    'https://www.google.com/amp/s/example.org/a%20b%3Fid=7'.replace('%3F', '?') + '&q=x+y%2F',
    'https://example-org.cdn.ampproject.org/c/s/example.org/a%20b?usqp=mq331AQ&id=7&q=x+y%2F&amp_js_v=0.1',
    'https://cdn.ampproject.org/v/s/example.org/a%20b?id=7&q=x+y%2F&_js_v=a9#referrer=https://google.com',
  ]) {
    assert.equal(canonicalAddress(wrapper), PAGE, wrapper)
  }
  assert.equal(canonicalAddress('http://google.com/amp/example.org/x'), 'http://example.org/x')
  assert.equal(
    canonicalAddress('https://www.google.com/url?q=https://user:secret@example.org/x'),
    'https://example.org/x',
  )
})

test('an address in many wrappers, and hostile texts, take linear time', async () => {
  let wrapped = 'https://example.org/'
  for (let depth = 0; depth < 8; depth++) wrapped = `https://google.com/url?q=${encodeURIComponent(wrapped)}`
  canonicalAddress(wrapped)
  for (const part of ['&fbclid', '?', '#', ':~:', 'google.com/amp/s/', '&', '/']) {
    await assertLinearTime(
      50_000,
      (length) => {
        const address = `https://google.com/amp/s/a.b/${part.repeat(length / part.length)}`
        return () => canonicalAddress(address)
      },
      part,
    )
  }
})
