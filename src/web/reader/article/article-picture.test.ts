import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseFragment } from 'parse5'
import { localizationIn } from '../../layout/messages-by-language.ts'
import { drawPicture, mayLoad } from './article-picture.ts'

const { t } = localizationIn('en')
const img = (src: string, rest = ' alt="A wall"') => `<img src="${src}"${rest}>`
const draw = (tag: string, { isInLink = false, hasRemoteImages = false } = {}) =>
  drawPicture({ tag, t, isInLink, hasRemoteImages })

test('a picture without a stored copy becomes a link with its description and host', () => {
  assert.equal(
    draw(img('https://a.example/w.png?x=1&amp;y=2', ' alt="A &quot;wall&quot;" width="800"')),
    '<a class="away" data-alt="A &quot;wall&quot;" data-label="Image at a.example" ' +
      'href="https://a.example/w.png?x=1&amp;y=2" rel="noopener noreferrer" referrerpolicy="no-referrer" ' +
      'aria-label="Image at a.example: A &quot;wall&quot;"></a>',
  )
})

test('no foreign picture is left, whatever its address, size or place', () => {
  const foreignAddresses = [
    'https://a.example/w.png',
    'http://a.example/w.png',
    'HTTPS://a.example/w.png',
    '//a.example/w',
    String.raw`/\a.example`,
  ]
  for (const src of [...foreignAddresses, 'data:image/png;base64,x', 'images/x.png', '']) {
    for (const rest of ['', ' alt=""', ' alt="A" width="16" height="16"', ' srcset="https://a.example/w2.png 2x"']) {
      for (const isInLink of [false, true]) {
        const drawn = draw(img(src, rest), { isInLink })
        assert.doesNotMatch(drawn, /<img|srcset/, `${src}${rest}`)
        assert.equal(drawn.includes('<a '), !isInLink, 'no link stands in a link')
        const errors: string[] = []
        parseFragment(drawn, { onParseError: ({ code }) => errors.push(code) })
        assert.deepEqual(errors, [])
      }
    }
  }
})

test('a stored copy is shown, and opens enlarged unless it is small or inside a link', () => {
  const copy = img('/images/a.png', ' alt="A" width="800" height="600"')
  assert.match(draw(copy), /^<a class="zoom" href="\/images\/a.png"[^>]*aria-label="Enlarge image: A"><img /)
  assert.equal(draw(copy, { isInLink: true }), copy)
  for (const size of [' width="99" height="600"', ' width="600" height="24"', ' width="1"']) {
    assert.equal(draw(img('/images/a.png', size)), img('/images/a.png', size))
  }
})

test('without copies, pictures are loaded from their own servers, except over plain HTTP', () => {
  const tag = img('https://a.example/w.png')
  assert.ok(draw(tag, { hasRemoteImages: true }).endsWith(`>${tag}</a>`))
  assert.match(draw(img('http://a.example/w.png'), { hasRemoteImages: true }), /^<a class="away" /)
  assert.deepEqual(
    ['/images/x.png', 'https://a.example/', 'http://a.example/', '//x'].map((src) => [
      mayLoad(src, false),
      mayLoad(src, true),
    ]),
    [
      [true, true],
      [false, true],
      [false, false],
      [false, false],
    ],
  )
})

test('a small one stays in its line', () => {
  assert.match(draw(img('https://a.example/s.png', ' alt="x²" width="18" height="18"')), /^<a class="away away-small" /)
})
