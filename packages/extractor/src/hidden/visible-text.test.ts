import assert from 'node:assert/strict'
import { test } from 'node:test'
import { htmlAfter } from '../dom/html-after.fixture.ts'
import { elementsOf } from '../dom/page-tree.ts'
import { parsePage } from '../dom/parse-page.ts'
import { extractPage } from '../extract-page.ts'
import { showVisibleText } from './visible-text.ts'
import { threadMillisecondsSince } from '../thread-time.fixture.ts'

const shown = (html: string): string => htmlAfter(html, (tree) => showVisibleText(tree, elementsOf(tree)))

test('the base characters of ruby are text, its readings stay hidden', () => {
  assert.equal(
    shown('<p><ruby><span aria-hidden="true">竹</span><rt aria-hidden="true">たけ</rt></ruby></p>'),
    '<p><ruby><span>竹</span><rt aria-hidden="true">たけ</rt></ruby></p>',
  )
  assert.equal(shown('<p><ruby aria-hidden="true">竹<rt>たけ</rt></ruby></p>'), '<p><ruby>竹<rt>たけ</rt></ruby></p>')
  assert.equal(
    shown('<p><ruby><rb><b aria-hidden="true">竹</b></rb><rt>たけ</rt></ruby></p>'),
    '<p><ruby><rb><b>竹</b></rb><rt>たけ</rt></ruby></p>',
  )
})

test('text beside its form for screen readers is shown once', () => {
  assert.equal(
    shown('<p><span aria-hidden="true">3/4</span><span class="sr-only">three quarters</span> cup</p>'),
    '<p><span>3/4</span> cup</p>',
  )
  assert.equal(
    shown('<h2 aria-label="Tides"><span aria-hidden="true">Ti</span> <span aria-hidden="true">des</span></h2>'),
    '<h2 aria-label="Tides"><span>Ti</span> <span>des</span></h2>',
  )
})

test('a title that the label of its box repeats for screen readers is shown', () => {
  assert.equal(
    shown('<aside aria-label="Tip"><p aria-hidden="true"><svg></svg>Tip</p><p>Bring a lamp.</p></aside>'),
    '<aside aria-label="Tip"><p><svg></svg>Tip</p><p>Bring a lamp.</p></aside>',
  )
})

test('text that readers do not see, and icons, stay hidden', () => {
  for (const html of [
    '<p><span aria-hidden="true">spam</span> text</p>',
    '<p aria-label="x"><span aria-hidden="true" style="display:none">spam</span></p>',
    '<p aria-label="x"><span aria-hidden="true" hidden="">spam</span></p>',
    '<p aria-label="x">text <span aria-hidden="true">spam</span></p>',
    '<ruby>竹<rt><span aria-hidden="true">spam</span></rt></ruby>',
    '<a aria-label="Share"><i class="material-icons" aria-hidden="true">share</i></a>',
    '<a><span aria-hidden="true">×</span><span class="sr-only">Close</span></a>',
    `<ruby><span aria-hidden="true">${'spam '.repeat(100)}</span><rt>x</rt></ruby>`,
  ])
    assert.equal(shown(html), html)
})

test('an article keeps the words whose ruby hides them from screen readers', () => {
  const line =
    '<p>昔々、小さな港町に年老いた漁師が住んでいました。毎朝、日の出の前に船を出し、夕方になると帰ってきました。</p>'
  const text = `<title>港</title><article><h1>港</h1>${line}<p><ruby><span aria-hidden="true">竹取</span><rt>たけとり</rt></ruby>の翁という話を、漁師は毎晩のように孫に聞かせました。</p>${line}</article>`
  const extraction = extractPage({ url: 'https://a.example/', text, mimetype: 'text/html' }, [])
  assert.match(extraction.kind === 'article' ? extraction.article.content : '', /<ruby><span>竹取<\/span><rt>/)
})

test('fifty thousand elements with labels take less than five seconds', () => {
  const page = parsePage(
    `<p aria-label="x">${'<b aria-hidden="true">a</b><i class="sr-only">b</i>'.repeat(25_000)}</p>`,
  )
  const elements = elementsOf(page)
  const before = process.threadCpuUsage()
  showVisibleText(page, elements)
  assert.ok(threadMillisecondsSince(before) < 5000)
})
