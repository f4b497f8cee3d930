import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serialize } from 'parse5'
import { extractPage } from '../extract-page.ts'
import { findElement, isElement, setChildren, type PageParent } from './page-tree.ts'
import { parsePage } from './parse-page.ts'
import { insertStreamedFragments } from './streamed-fragments.ts'

/** @returns the body of the page, without comments, after its streamed fragments were moved, and the number of moves */
function placed(body: string): readonly [string, number] {
  const page = parsePage(`<body>${body}</body>`)
  const moved = insertStreamedFragments(page)
  const found = findElement(page, ({ tagName }) => tagName === 'body')!
  setChildren(found, found.childNodes)
  return [serialize(found).replaceAll(/<!--.*?-->/g, ''), moved]
}

test('a part replaces its placeholder and the fallback content after it', () => {
  const [body, moved] = placed(
    '<main><!--$?--><template id="B:0"></template><p>Loading…</p><!--/$--><p>after</p></main><div hidden id="S:0"><p>late</p></div>',
  )
  assert.equal(body, '<main><p>late</p><p>after</p></main><div hidden="" id="S:0"></div>')
  assert.equal(moved, 1)
})

test('a nested boundary in the fallback content does not end the fallback content', () => {
  const [body] = placed(
    '<main><!--$?--><template id="B:a"></template><!--$--><i>wait</i><!--/$--><b>still</b><!--/$-->x</main><div hidden id="S:a">late</div>',
  )
  assert.match(body, /^<main>latex<\/main>/)
})

test('parts inside parts replace their placeholders, in any order', () => {
  const [body, moved] = placed(
    '<main><!--$?--><template id="B:1"></template><!--/$--></main>' +
      '<div hidden id="S:2"><p>inner</p></div><div hidden id="S:1"><h2>outer</h2><template id="P:2"></template></div>',
  )
  assert.match(body, /^<main><h2>outer<\/h2><p>inner<\/p><\/main>/)
  assert.equal(moved, 2)
})

test('fallback content without boundary comments is not removed', () => {
  const [body] = placed(
    '<main><template id="B:0"></template><p>Loading</p></main><div hidden id="S:0"><p>late</p></div>',
  )
  assert.match(body, /^<main><p>late<\/p><p>Loading<\/p><\/main>/)
})

test('visible boxes, placeholders without a part, and parts that contain their own placeholder are not changed', () => {
  for (const body of [
    '<template id="B:0"></template><div id="S:0">shown</div>',
    '<template id="B:0"></template><div hidden="" id="S:1">another</div>',
    '<div hidden="" id="S:0"><template id="P:0"></template>self</div>',
    '<template id="X:0"></template><div hidden="" id="S:0">late</div>',
  ])
    assert.deepEqual(placed(body), [body, 0])
  const circle =
    '<div hidden="" id="S:0"><template id="P:1"></template>a</div><div hidden="" id="S:1"><template id="P:0"></template>b</div>'
  assert.equal(placed(circle)[1], 1)
})

test('2,000 of ten thousand placeholders are replaced, within ten seconds', { timeout: 10_000 }, () => {
  const many = Array.from({ length: 10_000 }, (_, i) => i.toString(16))
  const places = many.map((id) => `<p><template id="B:${id}"></template></p>`).join('')
  assert.equal(placed(places + many.map((id) => `<div hidden id="S:${id}">x</div>`).join(''))[1], 2000)
})

const nested = (i: number): string =>
  `<div hidden id="S:${i.toString(16)}">${'<div>'.repeat(300)}<template id="P:${(i + 1).toString(16)}"></template>${'</div>'.repeat(300)}</div>`

test('nested parts make a page less than 1,100 levels deep', () => {
  const page = parsePage(
    `<body><template id="P:0"></template>${Array.from({ length: 500 }, (_, i) => nested(i)).join('')}`,
  )
  insertStreamedFragments(page)
  assert.ok(depthOf(page) < 1100, `${depthOf(page)} levels`)
})

function depthOf(root: PageParent): number {
  let depth = 0
  for (let level = [root]; level.length > 0; depth++) level = level.flatMap((one) => one.childNodes.filter(isElement))
  return depth
}

test('the article of a streamed page contains no fallback content', () => {
  const paragraph = '<p>The sea took what the wind had left, and by noon nobody could say where the road had been. </p>'
  const text =
    `<title>The road</title><body><article><h1>The road</h1><!--$?--><template id="B:0"></template><p>Loading</p><!--/$--></article>` +
    `<div hidden id="S:0">${paragraph.repeat(12)}</div></body>`
  const extraction = extractPage({ url: 'https://a.example/road', text, mimetype: 'text/html' }, [])
  assert.equal(extraction.kind, 'article')
  assert.ok(extraction.kind === 'article' && !extraction.article.content.includes('Loading'))
  assert.deepEqual(extraction.steps.find(({ name }) => name === 'streamed')?.note, '1 streamed fragments inserted')
})
