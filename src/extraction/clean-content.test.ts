import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanContent } from './clean-content.ts'
import { HOSTILE_MARKUP } from './hostile-markup.fixture.ts'
import { plainTextContent } from './plain-text.ts'
import { sanitise } from './sanitise.ts'

const url = 'https://a.example/dir/page'

test('given content keeps its text, with absolute images that tell nobody who reads', () => {
  const { content } = cleanContent({ html: '<p>Text<img src="i.png"></p>', url })
  assert.equal(
    content,
    '<p>Text<img src="https://a.example/dir/i.png" alt="" loading="lazy" referrerpolicy="no-referrer"></p>',
  )
})

test('nothing is left out for being clutter', () => {
  const { content } = cleanContent({ html: '<h1>T</h1><nav>menu</nav><p class=byline>By Ada</p><p>short</p>', url })
  assert.equal(content, '<h1>T</h1><div>menu</div><p>By Ada</p><p>short</p>')
})

test('a whole page gives its title, language and picture', () => {
  const html =
    '<html lang=fr><head><title>Marées</title><meta property=og:image content=/p.png></head><body><p>Oui</p></body>'
  const cleaned = cleanContent({ html, url })
  const { title, language, previewPicture, readingTime } = cleaned
  assert.deepEqual(
    { title, language, previewPicture, readingTime },
    { title: 'Marées', language: 'fr', previewPicture: 'https://a.example/p.png', readingTime: 0 },
  )
})

test('without a picture for sharing the first image of the content is taken', () => {
  assert.equal(
    cleanContent({ html: '<img srcset="/s.png 1x, /l.png 2x"><img src=/b.png>', url }).previewPicture,
    'https://a.example/l.png',
  )
  assert.equal(cleanContent({ html: '<p>x', url }).previewPicture, undefined)
})

test('the reading time is that of the text', () => {
  assert.equal(cleanContent({ html: `<p>${'word '.repeat(400)}</p>`, url }).readingTime, 2)
})

test('given content passes the same sanitiser', () => {
  for (const payload of HOSTILE_MARKUP) {
    const { content } = cleanContent({ html: payload, url })
    assert.equal(sanitise(content), content)
    assert.doesNotMatch(content, /<script|<iframe|<svg|<style|(?:href|src)="(?!https?:)/i)
  }
})

test('prose becomes paragraphs, wrapped lines are joined, short lines are kept', () => {
  const wrapped = 'This line is long enough to have been wrapped by a program,\nand this is its end.'
  assert.equal(
    plainTextContent(`${wrapped}\r\n\r\nRoses\nViolets\n`),
    `<p>${wrapped.replace('\n', ' ')}</p>\n<p>Roses<br>Violets</p>`,
  )
})

test('indented text and text without paragraphs stays as it is', () => {
  assert.equal(plainTextContent('a\n\n  b <c>\n'), '<pre>a\n\n  b &lt;c&gt;\n</pre>')
  assert.equal(plainTextContent('a\nb'), '<pre>a\nb</pre>')
})
