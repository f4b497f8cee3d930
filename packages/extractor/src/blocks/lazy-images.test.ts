import assert from 'node:assert/strict'
import { test } from 'node:test'
import { htmlAfter } from '../dom/html-after.fixture.ts'
import { fillInLazyImages } from './lazy-images.ts'

const mend = (html: string): string => htmlAfter(html, (tree) => fillInLazyImages(tree, 'https://a.example/dir/page'))

test('the address in data-src replaces a placeholder or a missing address', () => {
  for (const standIn of [
    '',
    'src=""',
    'src="data:image/gif;base64,R0"',
    'src="/img/placeholder.png"',
    'src="blank.gif?1"',
  ]) {
    assert.equal(mend(`<img class=lazy ${standIn} data-src="/r.jpg">`), '<img src="/r.jpg">')
  }
})

test('a real address is never replaced', () => {
  assert.equal(mend('<img src="/a.jpg" data-src="/b.jpg">'), '<img src="/a.jpg">')
})

test('the largest image in data-srcset becomes the address, and the set is kept', () => {
  assert.equal(
    mend('<img data-srcset="s.jpg 100w, l.jpg 900w">'),
    '<img src="https://a.example/dir/l.jpg" srcset="s.jpg 100w, l.jpg 900w">',
  )
})

test('an image without an address gets the address of a source in its picture element', () => {
  assert.match(
    mend('<picture><source srcset="/p.webp 2x"><img alt=x></picture>'),
    /<img alt="x" src="https:\/\/a\.example\/p\.webp"/,
  )
})

test('an image in a noscript element replaces the placeholder before it', () => {
  assert.equal(mend('<p><img src="blank.gif"><noscript><img src="/r.jpg"></noscript></p>'), '<p><img src="/r.jpg"></p>')
})

test('an image in a noscript element is not added if the page already shows it', () => {
  const html = '<img src="/r.jpg"><noscript><img src="/r.jpg"></noscript>'
  assert.equal(mend(html), html)
})

test('a noscript element with an image is replaced with the image alone', () => {
  assert.equal(mend('<noscript><script>x</script><a href=/><img src="/r.jpg"></a></noscript>'), '<img src="/r.jpg">')
})
