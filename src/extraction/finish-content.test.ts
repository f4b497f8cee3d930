import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanContent } from './clean-content.ts'
import { extractPage } from './extract-page.ts'
import { finishContent, MAX_CONTENT_BYTES } from './finish-content.ts'
import { parseHtmlFragment } from './parse-page.ts'
import { sanitise } from './sanitise.ts'

const paragraph = `<p>${'The tide goes <b>out</b>, and comes back — twice a day. '.repeat(10)}</p>`
const paragraphs = (count: number): string => paragraph.repeat(count)

test('what is short enough is only sanitised', () => {
  const { html, isCut } = finishContent(parseHtmlFragment('<p onclick=x>short</p>'))
  assert.deepEqual([html, isCut], ['<p>short</p>', false])
})

test('a longer text loses its end and stays sound', () => {
  const { html, isCut } = finishContent(
    parseHtmlFragment(`<div><section>${paragraphs(8000)}</section></div><p>end</p>`),
  )
  assert.ok(isCut)
  const bytes = Buffer.byteLength(html)
  assert.ok(bytes <= MAX_CONTENT_BYTES && bytes > MAX_CONTENT_BYTES * 0.8, `${bytes} bytes`)
  assert.equal(sanitise(html), html)
  assert.match(html, /^<div><section><p>The tide/)
  assert.doesNotMatch(html, /end/)
})

test('one word of five million letters is cut, and so is markup without text', () => {
  for (const long of [
    '€'.repeat(5_000_000),
    `<p>a</p>${'<hr>'.repeat(150_000)}<img src="https://a.example/${'b'.repeat(7000)}">`.repeat(1),
  ]) {
    const { html } = finishContent(parseHtmlFragment(`<p>${long}</p>`))
    assert.ok(Buffer.byteLength(html) <= MAX_CONTENT_BYTES)
  }
  const images = `<img src="https://a.example/${'b'.repeat(7000)}">`.repeat(1000)
  const { html, isCut } = finishContent(parseHtmlFragment(images))
  assert.ok(isCut && Buffer.byteLength(html) <= MAX_CONTENT_BYTES)
})

test('the steps of a page say that its end is missing', () => {
  const text = `<title>Long</title><body><article>${paragraphs(8000)}</article></body>`
  const { steps } = extractPage({ url: 'https://a.example/long', text, mimetype: 'text/html' }, [])
  assert.match(steps.find(({ name }) => name === 'sanitise')!.note, /cut at 4 MB/)
})

test('what a client gives is refused rather than cut', () => {
  assert.throws(() => cleanContent({ html: paragraphs(8000), url: 'https://a.example/' }), { code: 'too_large' })
})
