import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serialize } from 'parse5'
import { extractPage } from '../extract-page.ts'
import { findElement } from './page-tree.ts'
import { parsePage } from './parse-page.ts'
import { openShadowRoots } from './shadow-roots.ts'

function opened(body: string): readonly [string, number] {
  const page = parsePage(`<body>${body}</body>`)
  const count = openShadowRoots(page)
  return [serialize(findElement(page, ({ tagName }) => tagName === 'body')!), count]
}

test('the children of a host are placed in the slots of its shadow root', () => {
  assert.deepEqual(
    opened('<x-card><template shadowrootmode="open"><h2>Head</h2><slot>None</slot><hr></template><p>Body</p></x-card>'),
    ['<x-card><h2>Head</h2><slot><p>Body</p></slot><hr></x-card>', 1],
  )
})

test('a slot with a name takes the children for it, and keeps its own content without one', () => {
  const root =
    '<template shadowrootmode="open"><slot name="foot">No foot</slot><slot name="head">No head</slot></template>'
  assert.deepEqual(opened(`<x-card>${root}<h2 slot="head">Head</h2><p>Body</p></x-card>`), [
    '<x-card><slot name="foot">No foot</slot><slot name="head"><h2 slot="head">Head</h2></slot><p>Body</p></x-card>',
    1,
  ])
})

test('nested shadow roots are opened, and other templates stay closed', () => {
  const inner = '<x-b><template shadowrootmode=CLOSED>deep</template></x-b>'
  assert.deepEqual(opened(`<x-a><template shadowrootmode=open>${inner}</template></x-a>`), [
    '<x-a><x-b>deep</x-b></x-a>',
    2,
  ])
  const plain = '<template><p>never shown</p></template>'
  assert.deepEqual(opened(plain), [plain, 0])
})

test('a page with 50,000 nested elements in a shadow root is read', { timeout: 20_000 }, () => {
  const deep = `<div><template shadowrootmode="open">${'<div>'.repeat(50_000)}deep</template></div>`
  const text = `<title>Deep</title><body><article>${'<p>The tide goes out twice a day, slowly, and comes back.</p>'.repeat(20)}${deep}</article></body>`
  assert.equal(extractPage({ url: 'https://a.example/', text, mimetype: 'text/html' }, []).kind, 'article')
})

test('an article in a shadow root is found', () => {
  const prose = '<p>The tide goes out twice a day, slowly, and comes back, as everyone on the shore knows.</p>'.repeat(
    12,
  )
  const text = `<title>Tides</title><body><x-page><template shadowrootmode="open"><article>${prose}</article></template></x-page></body>`
  const extraction = extractPage({ url: 'https://a.example/', text, mimetype: 'text/html' }, [])
  assert.ok(extraction.kind === 'article' && extraction.article.content.includes('twice a day'))
})
