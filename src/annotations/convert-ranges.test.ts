import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5'
import { mapArticle } from './article-map.ts'
import { rangeOf, spanFinder } from './convert-ranges.ts'
import { realArticles } from './real-articles.fixture.ts'
import { assertLinearTime } from '../../packages/extractor/src/linear-time.fixture.ts'

type Node = DefaultTreeAdapterTypes.ChildNode
type Parent = DefaultTreeAdapterTypes.ParentNode

const ARTICLES = new Map([
  ...realArticles(),
  ['entities', '<p>a &amp; b&nbsp;&lt;i&gt; c</p><p title="a > b">d <em>e &amp;amp; f</em> g</p>'],
  ['bare text', 'one <b>two</b> three<br>four<img src="x" alt=">"> five'],
])

const textOf = (node: Node | Parent): string =>
  'value' in node ? node.value : 'childNodes' in node ? node.childNodes.map(textOf).join('') : ''

for (const [name, markup] of ARTICLES) {
  test(`the map of ${name} has the text that a browser sees`, () => {
    const { text, elements, runs } = mapArticle(markup)
    assert.equal(text, textOf(parseFragment(markup)))
    assert.equal(runs.at(-1)!.end, text.length)
    assert.equal(elements.length, markup.match(/<[a-z]/g)!.length)
  })

  test(`every range in ${name} leads back to the words it was made of`, () => {
    const map = mapArticle(markup)
    const find = spanFinder(map)
    const step = Math.max(1, Math.floor(map.text.length / 60))
    for (let start = 0; start < map.text.length; start += step) {
      for (const length of [1, 7, 150]) {
        const span = { start, end: Math.min(map.text.length, start + length) }
        assert.deepEqual(find(rangeOf(map, span)), span)
      }
    }
  })

  test(`a browser resolves the paths of ${name} to the same words`, () => {
    const map = mapArticle(markup)
    const root = parseFragment(markup)
    for (let start = 0; start + 9 < map.text.length; start += 23) {
      const range = rangeOf(map, { start, end: start + 9 })
      const first = textOf(follow(root, range.start!))
      const rest = map.text.slice(start, start + 9)
      const seen = first.slice(Number(range.startOffset)).slice(0, 9)
      assert.ok(rest.startsWith(seen) || seen.startsWith(rest), `${range.start} ${range.startOffset}`)
      const last = textOf(follow(root, range.end!)).slice(0, Number(range.endOffset))
      assert.ok(last.endsWith(rest.slice(-1)))
    }
  })
}

function follow(root: Parent, path: string): Parent {
  let place = root
  for (const [, name, number] of path.matchAll(/\/([a-z0-9]+)\[(\d+)\]/g)) {
    place = place.childNodes.filter((node) => node.nodeName === name)[Number(number) - 1] as Parent
  }
  return place
}

test('a range is written as wallabag writes it', () => {
  const map = mapArticle('<p>One</p><div><p>two <em>three</em> four</p><p>five</p></div>')
  const start = map.text.indexOf('hree')
  assert.deepEqual(rangeOf(map, { start, end: map.text.indexOf('ve') }), {
    start: '/div[1]/p[1]/em[1]',
    startOffset: '1',
    end: '/div[1]/p[2]',
    endOffset: '2',
  })
})

test('ranges of apps are found: without numbers, with an empty path, and with both ends in one element', () => {
  const map = mapArticle('<p>One</p><p>two</p>')
  const find = spanFinder(map)
  assert.deepEqual(find({ start: '/p', startOffset: '0', end: '/p[2]', endOffset: '3' }), { start: 0, end: 6 })
  assert.deepEqual(find({ start: null, startOffset: '1', end: '', endOffset: '4' }), { start: 1, end: 4 })
})

test('a range that leads nowhere is no piece of the text', () => {
  const map = mapArticle('<p>One</p><p>two</p>')
  const find = spanFinder(map)
  for (const [start, startOffset, end, endOffset] of [
    ['/p[3]', '0', '/p[3]', '1'],
    ['/p[1]', '4', '/p[2]', '1'],
    ['/p[2]', '1', '/p[1]', '1'],
    ['/p[1]', '1', '/p[1]', '1'],
    ['/p[1]', '-1', '/p[1]', 'x'],
    ["//*[@id='a']", '0', '/p[1]', '1'],
    ['/p[1]'.repeat(400), '0', '/p[1]', '1'],
    ['/__proto__', '0', '/constructor', '1'],
  ] as const) {
    assert.equal(find({ start, startOffset, end, endOffset }), undefined, start)
  }
})

/** @returns a function that finds a word inside nested elements by its path */
function nestedFinder(depth: number) {
  const find = spanFinder(mapArticle(`${'<b>'.repeat(depth)}word${'</b>'.repeat(depth)}`))
  const path = '/b'.repeat(depth)
  return () => find({ start: path, startOffset: '0', end: path, endOffset: '4' })
}

test('a thousand annotations with ten ranges each are found, but paths made to be long only up to a limit', () => {
  const [usual, deep] = [nestedFinder(20), nestedFinder(480)]
  drain(10_000, () => assert.deepEqual(usual(), { start: 0, end: 4 }))
  assert.deepEqual(deep(), { start: 0, end: 4 })
  drain(2000, deep)
  assert.equal(deep(), undefined)
})

test('markup that is not balanced does no harm', () => {
  for (const markup of [
    '<p>a',
    '</p>a</div>',
    '<p title="',
    '<',
    'a < b <3 <p',
    '<p><b>a</p></b>c',
    '<!-- x --><p>y',
  ]) {
    const map = mapArticle(markup)
    assert.equal(map.runs.at(-1)?.end ?? 0, map.text.length)
    drain(map.text.length, (start) => spanFinder(map)(rangeOf(map, { start, end: start + 1 })))
  }
})

function drain(count: number, work: (index: number) => unknown): void {
  for (let index = 0; index < count; index++) work(index)
}

test('an article is mapped in linear time, however it is written', async () => {
  const plain = '<p>Some words of <em>an article</em> that goes on &amp; on.</p>\n'
  for (const piece of [plain, '<', '<p title="', '&amp;', '<p>', 'a"']) {
    await assertLinearTime(
      60_000,
      (length) => {
        const markup = piece.repeat(length / piece.length)
        return () => mapArticle(markup)
      },
      piece,
    )
  }
})
