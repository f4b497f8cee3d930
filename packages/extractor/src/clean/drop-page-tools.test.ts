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
