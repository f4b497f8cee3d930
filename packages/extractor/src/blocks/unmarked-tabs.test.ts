import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extractPage } from '../extract-page.ts'
import { ElementList } from '../dom/element-list.ts'
import { parseHtmlFragment } from '../dom/parse-page.ts'
import { unmarkedTabs } from './unmarked-tabs.ts'

const labelsIn = (html: string): (readonly string[])[] =>
  unmarkedTabs(new ElementList(parseHtmlFragment(html))).map(({ labels }) => labels)

const panels = '<div><div id="a"><p>npm i</p></div><div id="b"><p>yarn add</p></div></div>'

const links = (attributes: string): string =>
  `<ul><li><a ${attributes} href="#a">npm</a></li><li><a ${attributes} href="#b">yarn</a></li></ul>`
const button = (id: string): string =>
  `<button data-bs-toggle="pill" data-bs-target="#${id}">${id.toUpperCase()}</button>`

test('links and buttons that open panels are tabs', () => {
  assert.deepEqual(labelsIn(links('data-toggle="tab"') + panels), [['npm', 'yarn']])
  assert.deepEqual(labelsIn(links('').replace('<ul>', '<ul class="nav-tabs">') + panels), [['npm', 'yarn']])
  assert.deepEqual(labelsIn(`<div>${button('a')}${button('b')}</div>${panels}`), [['A', 'B']])
  assert.deepEqual(labelsIn(links('') + panels), [], 'a list of contents')
  assert.deepEqual(labelsIn(links('data-toggle="tab"').replaceAll('#b', '#a') + panels), [], 'two tabs of one panel')
})

test('labels of radio buttons above as many boxes are tabs', () => {
  const radios = '<input type="radio" id="r1"><input type="radio" id="r2">'
  const labels = '<div><label for="r1">npm</label><label for="r2">yarn</label></div>'
  assert.deepEqual(labelsIn(`<div>${radios}${labels}${panels}</div>`), [['npm', 'yarn']])
  assert.deepEqual(labelsIn(`<div>${radios}${labels}<p>Choose a colour.</p></div>`), [], 'a form')
  const pairs =
    '<input type="radio" id="r1"><label for="r1">npm</label><input type="radio" id="r2"><label for="r2">yarn</label>'
  assert.deepEqual(labelsIn(`<div><div>${pairs}</div>${panels}</div>`), [['npm', 'yarn']])
})

test('the panels of Bootstrap stay below the names of their tabs', () => {
  const text =
    '<p>The harbour was rebuilt in stages, and the boats that lay in the mud now moor beside a long quay.</p>'
  const html = `<ul class="nav nav-tabs"><li><a href="#a" data-toggle="tab">Linux</a></li><li><a href="#b" data-toggle="tab">Windows</a></li></ul>
    <div class="tab-content"><div class="tab-pane active" id="a"><p>Install the package with the manager of your system.</p></div>
    <div class="tab-pane" id="b"><p>Download the installer, and run it as an administrator.</p></div></div>`
  const source = `<!doctype html><title>Tides</title><article><h1>Tides</h1>${text.repeat(3)}${html}${text.repeat(3)}</article>`
  const extraction = extractPage({ url: 'https://a.example/x', text: source, mimetype: 'text/html' }, [])
  assert.ok(extraction.kind === 'article')
  assert.match(extraction.article.content, /<h4>Linux<\/h4>\s*<p>Install[^]*<h4>Windows<\/h4>\s*<p>Download/)
})

const PANES = '<div><div><pre>apt install</pre></div><div><pre>brew install</pre></div></div>'

test('a box with nothing but a list of labels and as many panels of one kind has tabs', () => {
  assert.deepEqual(labelsIn(`<div><ul><li>Linux</li><li>macOS</li></ul>${PANES}</div>`), [['Linux', 'macOS']])
  const buttons = '<div><button class="on">Linux</button><button>macOS</button></div>'
  assert.deepEqual(labelsIn(`<div>${buttons}${PANES}</div>`), [['Linux', 'macOS']])
})

test('lists of links, other numbers of boxes, cards with headings and boxes with other text have none', () => {
  for (const html of [
    `<div><ul><li><a href="/l">Linux</a></li><li><a href="/m">macOS</a></li></ul>${PANES}</div>`,
    `<div><ul><li>Linux</li><li>macOS</li><li>Windows</li></ul>${PANES}</div>`,
    `<div><ul><li>Linux</li><li>macOS</li></ul>${PANES.replaceAll('<pre>', '<h3>Install</h3><pre>')}</div>`,
    `<div><p>Install it.</p><ul><li>Linux</li><li>macOS</li></ul>${PANES}</div>`,
    `<div><ul><li>It runs on Linux.</li><li>It runs on macOS.</li></ul>${PANES}</div>`,
  ])
    assert.deepEqual(labelsIn(html), [], html)
})

test('the class of the open tab may be a variant of that of its panel, as those of Webflow', () => {
  const tabs = '<a class="tab-link w--current"><div>Linux</div></a><a class="tab-link"><div>Windows</div></a>'
  const open = '<div class="tab-pane w--tab-active"><p>Install the package.</p></div>'
  const other = '<div class="tab-pane"><p>Run the program.</p></div>'
  assert.deepEqual(labelsIn(`<div><div>${tabs}</div><div>${open}${other}</div></div>`), [['Linux', 'Windows']])
})
