import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanContent } from '../clean-content.ts'
import { extractPage } from '../extract-page.ts'
import { finishContent } from './finish-content.ts'
import { parseHtmlFragment } from '../dom/parse-page.ts'
import { sanitise } from './sanitise.ts'

const MAX_ELEMENTS = 100_000
const paragraph = `<p>${'The tide goes <b>out</b>, and comes back — twice a day. '.repeat(10)}</p>`

test('short content is sanitised and not cut', () => {
  const { html, isCut } = finishContent(parseHtmlFragment('<p onclick=x>short</p>'))
  assert.deepEqual([html, isCut], ['<p>short</p>', false])
})

test('content above the limit loses its end and stays well-formed', () => {
  const long = `<div><section>${paragraph.repeat(400)}</section></div><p>end</p>`
  const { html, isCut } = finishContent(parseHtmlFragment(long), MAX_ELEMENTS)
  assert.ok(isCut)
  const bytes = Buffer.byteLength(html)
  assert.ok(bytes <= MAX_ELEMENTS && bytes > MAX_ELEMENTS * 0.8, `${bytes} bytes`)
  assert.equal(sanitise(html), html)
  assert.match(html, /^<div><section><p>The tide/)
  assert.doesNotMatch(html, /end/)
})

test('a single long word and markup without text are cut', () => {
  const image = `<img src="https://a.example/${'b'.repeat(7000)}">`
  for (const long of ['€'.repeat(150_000), `<p>a</p>${'<hr>'.repeat(30_000)}${image}`, image.repeat(30)]) {
    const { html, isCut } = finishContent(parseHtmlFragment(`<p>${long}</p>`), MAX_ELEMENTS)
    assert.ok(isCut && Buffer.byteLength(html) <= MAX_ELEMENTS)
  }
})

/** This text has few elements and many characters, so that the tests of the maximum size are fast. */
const fiveMegabytes = `<p>${'tides '.repeat(2000)}</p>`.repeat(420)

test('the steps of a long page report that it was cut', () => {
  const text = `<title>Long</title><meta property="og:type" content="article"><body><article>${fiveMegabytes}</article></body>`
  const { steps } = extractPage({ url: 'https://a.example/long', text, mimetype: 'text/html' }, [])
  assert.match(steps.find(({ name }) => name === 'sanitise')!.note, /cut at 4 MB/)
})

test('content from a client that is too large is refused, not cut', () => {
  assert.throws(() => cleanContent({ html: fiveMegabytes, url: 'https://a.example/' }), { code: 'too_large' })
})
