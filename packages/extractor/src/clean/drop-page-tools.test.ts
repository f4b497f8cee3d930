import assert from 'node:assert/strict'
import { test } from 'node:test'
import { htmlAfter } from '../dom/html-after.fixture.ts'
import { dropBuilderCodes, dropPageTools } from './drop-page-tools.ts'

test('the marks that link to a paragraph are removed, and other short links stay', () => {
  assert.equal(htmlAfter('<p>Text.<a href="#p1" class="pilcrow">¶</a></p>', dropPageTools), '<p>Text.</p>')
  assert.equal(htmlAfter('<p>Text <a href="#n1">1</a></p>', dropPageTools), '<p>Text <a href="#n1">1</a></p>')
  const other = '<p><a href="https://a.example/">#</a></p>'
  assert.equal(htmlAfter(other, dropPageTools), other)
})

const figure = (tools: string): string =>
  `<figure><a href="https://a.example/big.jpg"><img src="https://a.example/a.jpg"></a>${tools}<figcaption>See <a href="https://a.example/map.pdf">the map</a></figcaption></figure>`

test('links to other forms of a figure are removed, and its picture and caption stay', () => {
  const tools =
    '<ol><li><a class="download-link" href="https://a.example/big.jpg">Download: high-res image (1MB)</a></li></ol><a href="https://a.example/a.pptx">Download slide</a>'
  assert.equal(htmlAfter(figure(tools), dropPageTools), figure('<ol><li></li></ol>'))
})

test('a download outside of a figure stays', () => {
  const html = '<p><a href="https://a.example/report.pdf">Download the report</a></p>'
  assert.equal(htmlAfter(html, dropPageTools), html)
})

test('codes of page builders are removed from text, and stay in code', () => {
  const html =
    '<p>[vc_row css=".a{b:c}"][vc_column]The tide[/vc_column][/vc_row] [1] [gallery ids="1,2"]</p><pre>[vc_row]</pre>'
  assert.equal(htmlAfter(html, dropBuilderCodes), '<p>The tide [1] </p><pre>[vc_row]</pre>')
})

test('data of client scripts in boxes are removed, and stay in code and paragraphs', () => {
  const data = JSON.stringify({
    prices: ['tide', 'ebb', 'moor'].map((name) => ({ name, amount: 15.49, currency: 'EUR' })),
  })
  const shown = `<p>${data}</p><pre>${data}</pre><div>{"a":1}</div>`
  assert.equal(htmlAfter(`<div> ${data} </div>${shown}`, dropBuilderCodes), `<div></div>${shown}`)
})

test('placeholders of client scripts are removed on pages with such scripts, and stay in code and sentences', () => {
  const shown = '<p>Write {{ name.first }} where the name of the boat is to appear.</p><code>{{ a.b }}</code>'
  const html = `<p>{{ post.likes }} likes</p><b>{{ 'reply' | translate }}</b>${shown}`
  const source = `<div ng-app="board">${html}</div>`
  assert.equal(
    htmlAfter(html, (root) => dropBuilderCodes(root, source)),
    `<p></p><b></b>${shown}`,
  )
  assert.equal(
    htmlAfter(html, (root) => dropBuilderCodes(root, html)),
    html,
  )
})

test('the request to enlarge a picture is removed from its figure, and stays in a caption and elsewhere', () => {
  const prompt = '<span>Press enter or click to view image in full size</span>'
  assert.equal(htmlAfter(figure(prompt), dropPageTools), figure(''))
  for (const html of [`<p>${prompt}</p>`, '<figure><span>Click to view the map. It is old.</span></figure>'])
    assert.equal(htmlAfter(html, dropPageTools), html)
})

test('links to the source code beside a name are removed, and other links with that text stay', () => {
  assert.equal(
    htmlAfter('<section><a class="src rightside" href="/lib.rs.html">Source</a><h4>moor</h4></section>', dropPageTools),
    '<section><h4>moor</h4></section>',
  )
  assert.equal(
    htmlAfter('<p><b>1.4</b> · <a class="src" href="/lib.rs.html">Source</a></p>', dropPageTools),
    '<p><b>1.4</b></p>',
  )
  const other = '<p><a href="https://a.example/">Source</a></p>'
  assert.equal(htmlAfter(other, dropPageTools), other)
})

test('labels of the controls of a custom element with code are removed, and other parts of custom elements stay', () => {
  const code = '<rh-code-block><span slot="action-label-copy">Copy to Clipboard</span><pre>ls</pre></rh-code-block>'
  assert.equal(htmlAfter(code, dropPageTools), '<rh-code-block><pre>ls</pre></rh-code-block>')
  const others =
    '<x-card><h3 slot="title">Tides</h3><p slot="copy">They rise.</p></x-card><div><span slot="action">Copy</span></div>'
  assert.equal(htmlAfter(others, dropPageTools), others)
})
