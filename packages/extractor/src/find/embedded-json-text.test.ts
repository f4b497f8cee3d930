import assert from 'node:assert/strict'
import { test } from 'node:test'
import { embeddedJsonText } from './embedded-json-text.ts'

const TEXT = `<p>${'The tide goes out twice a day. '.repeat(20)}</p><p>It comes back.</p>`
const page = (data: unknown, type = 'application/json'): string =>
  `<body><script id="data" type="${type}">${JSON.stringify(data)}</script></body>`

test('the longest text with paragraphs in the data of a page is found', () => {
  assert.equal(
    embeddedJsonText(page({ props: { posts: [{ body: TEXT }, { body: `<p>x</p>${TEXT}` }] } })),
    `<p>x</p>${TEXT}`,
  )
})

test('short texts, texts without paragraphs, other scripts and broken data are no text', () => {
  assert.equal(embeddedJsonText(page({ body: '<p>It rains.</p><p>Still.</p>' })), undefined)
  assert.equal(embeddedJsonText(page({ body: 'It rains. '.repeat(100) })), undefined)
  assert.equal(embeddedJsonText(page({ body: TEXT }, 'text/javascript')), undefined)
  assert.equal(embeddedJsonText(`<script type="application/json">{"body": "${TEXT}</script>`), undefined)
})
