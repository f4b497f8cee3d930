import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ElementList } from '../../dom/element-list.ts'
import { htmlAfter } from '../../dom/html-after.fixture.ts'
import { parsePage } from '../../dom/parse-page.ts'
import { extractPage } from '../../extract-page.ts'
import { unwrapButtons } from './unwrap-buttons.ts'
import { threadMillisecondsSince } from '../../thread-time.fixture.ts'

const unwrapped = (html: string): string =>
  htmlAfter(html, (tree) => unwrapButtons(tree, new ElementList(tree).named('button')))

const prose = [
  'The tide comes in, and it goes out again, and nobody has ever found a way to hurry it, as the keeper says.',
  'Every boat in the harbour waits for it, and the people on the pier wait with them, with a flask of hot tea.',
  'In winter the ropes are stiff, the bollards are white with frost, and the lamp burns until nine o’clock.',
].map((text) => `<p>${text}</p>`)

function contentOf(inside: string): string {
  const text = `<title>Tides</title><article><h1>Tides</h1>${prose[0]}${prose[1]}${inside}${prose[2]}</article>`
  const extraction = extractPage({ url: 'https://a.example/', text, mimetype: 'text/html' }, [])
  return extraction.kind === 'article' ? extraction.article.content : ''
}

test('a picture that a button enlarges stays, and the words of the button go', () => {
  const picture = '<img src="/a.jpg" width="800" height="600">'
  for (const html of [
    `<figure><button class="lightbox">${picture}</button><figcaption>c</figcaption></figure>`,
    `<figure><div><button><span>Enlarge</span>${picture}</button></div><figcaption>c</figcaption></figure>`,
    `<div><button aria-label="Zoom image">${picture}<svg></svg></button></div>`,
    `<div><button>${picture}</button></div>`,
  ]) {
    assert.ok(unwrapped(html).includes(picture), html)
    assert.doesNotMatch(unwrapped(html), /button|Enlarge/)
  }
  assert.match(
    unwrapped('<figure><button><picture><source><img src="/a.jpg"></picture></button></figure>'),
    /^<figure><picture><source><img/,
  )
})

test('an article keeps the picture of a button with one caption', () => {
  const content = contentOf(
    '<figure><button class="zoom"><img src="/a.jpg" alt="a berth" width="800" height="400"></button><figcaption>At dawn</figcaption></figure>',
  )
  assert.equal(content.split('/a.jpg').length, 2)
  assert.equal(content.split('<figcaption').length, 2)
})

test('a heading that is a button stays a heading', () => {
  assert.equal(
    unwrapped('<h3><button aria-expanded="false"><span>When?</span><svg></svg></button></h3>'),
    '<h3><span>When?</span><svg></svg></h3>',
  )
  const content = contentOf(
    '<h2 class="accordion-header"><button class="accordion-button">When does it leave?</button></h2><div><p>At seven.</p></div>',
  )
  assert.match(content, /<h2>When does it leave\?<\/h2>.*At seven/)
})

const cell = (link: string): string => `<table><tbody><tr><td>${link}</td></tr></tbody></table>`

test('a link of a letter that is a button stays a link', () => {
  const link = '<a href="https://a.example/tides"><button>See the tides</button></a>'
  assert.equal(unwrapped(cell(link)), cell('<a href="https://a.example/tides">See the tides</a>'))
  for (const other of [link, cell('<a href="#top"><button>Up</button></a>'), cell('<button>Order</button>')])
    assert.equal(unwrapped(other), other)
})

const folder = (name: string, file = 'boat.md'): string => `<ul><li>${name}<ul><li>${file}</li></ul></li></ul>`

test('the name of a folder that is a button stays above the list of its files', () => {
  assert.equal(
    unwrapped(folder('<button><svg></svg><span>docs</span></button>')),
    folder('<svg></svg><span>docs</span>'),
  )
  const menu = folder('<button>Products</button>', '<a href="/boats">Boats</a>')
  assert.equal(unwrapped(menu), menu)
})

test('other buttons stay as they are', () => {
  for (const html of [
    '<h2>Ropes <button>Copy link</button></h2>',
    '<p><button><img src="/icon-share.png">Share</button></p>',
    '<figure><img src="/a.jpg"><button><img src="/zoom-icon.svg"></button></figure>',
    '<h3><button role="tab">One</button></h3>',
    '<div><button>Buy</button></div>',
  ])
    assert.equal(unwrapped(html), html)
})

test('fifty thousand nested and adjacent buttons take less than five seconds', () => {
  const page = parsePage(`<figure>${'<button><img src="/a.jpg"></button>'.repeat(50_000)}</figure>`)
  const buttons = new ElementList(page).named('button')
  const before = process.threadCpuUsage()
  assert.equal(unwrapButtons(page, buttons), 50_000)
  assert.ok(threadMillisecondsSince(before) < 5000)
})

test('paragraphs in the button of a heading become inline, so that the heading stays one line', () => {
  assert.equal(unwrapped('<h3><button><div><p>Why?</p></div></button></h3>'), '<h3><span><span>Why?</span></span></h3>')
})

test('a button that is a word in the middle of a sentence is replaced by the word', () => {
  assert.equal(
    unwrapped('<p>Return the <span><button><em>ebb</em></button></span> of s.</p>'),
    '<p>Return the <span><em>ebb</em></span> of s.</p>',
  )
  assert.equal(unwrapped('<li>At the <button>neap</button>, wait.</li>'), '<li>At the neap, wait.</li>')
  assert.equal(unwrapped('<p>Ask professor<button>Lind,</button> who</p>'), '<p>Ask professor Lind, who</p>', 'a gap')
  assert.equal(unwrapped('<p>最長の<button>回文</button>を返す。</p>'), '<p>最長の回文を返す。</p>')
  for (const html of [
    '<p>Enter your address: <button>Subscribe</button></p>',
    '<p><button>Copy</button> the code</p>',
    '<p>Ebb <button>Copy</button> Flow</p>',
    '<div>Ebb <button>share</button> and flow</div>',
  ])
    assert.equal(unwrapped(html), html)
})
