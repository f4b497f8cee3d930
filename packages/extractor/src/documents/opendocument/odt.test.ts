import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extract } from '../../extract.ts'
import { zipOf } from '../zip.fixture.ts'

const STYLES = `<office:document-styles><office:styles>
  <style:style style:name="Quotations" style:family="paragraph"/>
  <style:style style:name="Base" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style>
</office:styles></office:document-styles>`

const AUTOMATIC = [
  ...Object.entries({
    sup: 'style:text-position="super 58%"',
    sub: 'style:text-position="-33% 58%"',
    struck: 'style:text-line-through-style="solid"',
    hidden: 'text:display="none"',
  }).map(([name, property]) => `<style:style style:name="${name}"><style:text-properties ${property}/></style:style>`),
  '<style:style style:name="P1" style:parent-style-name="Quotations"/>',
  '<style:style style:name="P2" style:parent-style-name="Preformatted_20_Text"/>',
  '<style:style style:name="T1" style:parent-style-name="Base"/>',
  '<text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-format="1"/><text:list-level-style-bullet text:level="2"/></text:list-style>',
].join('')

/** @returns the content of an OpenDocument text */
async function contentOf(text: string, files: Readonly<Record<string, string>> = {}): Promise<string> {
  const body = zipOf({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': `<office:document-content><office:automatic-styles>${AUTOMATIC}</office:automatic-styles><office:body><office:text>${text}</office:text></office:body></office:document-content>`,
    'styles.xml': STYLES,
    ...files,
  })
  const extraction = await extract({ url: 'https://a.example/a.odt', body })
  assert.ok(extraction.kind === 'article', JSON.stringify(extraction))
  return extraction.article.content.replaceAll(' rel="noopener noreferrer"', '')
}

const p = (text: string, style = ''): string => `<text:p text:style-name="${style}">${text}</text:p>`
const span = (style: string, text: string): string => `<text:span text:style-name="${style}">${text}</text:span>`

const cell = (text: string, spans = ''): string => `<table:table-cell ${spans}>${p(text)}</table:table-cell>`

const math = (letter: string): string => `<math xmlns="http://www.w3.org/1998/Math/MathML"><mi>${letter}</mi></math>`

const frame = (inner: string): string => `<draw:frame>${inner}<draw:image xlink:href="./Pictures/x.png"/></draw:frame>`

test('ODT: raised, lowered and struck text stays so, an inherited style counts, and hidden text is left out', async () => {
  const text = `10${span('sup', '6')} H${span('sub', '2')}O ${span('struck', 'old')} ${span('T1', 'bold')}${span('hidden', ' trap')}`
  const hidden = `<text:section text:display="none">${p('secret')}</text:section><text:hidden-text>trap</text:hidden-text>`
  assert.equal(
    await contentOf(p(text) + hidden + p('gone', 'hidden')),
    '<p>10<sup>6</sup> H<sub>2</sub>O <s>old</s> <strong>bold</strong></p>',
  )
})

test('ODT: lists are numbered where their style says so, on each level, and from their first number', async () => {
  const inner = `<text:list><text:list-item>${p('a')}</text:list-item></text:list>`
  const list = `<text:list text:style-name="L1"><text:list-item text:start-value="5">${p('Five')}${inner}</text:list-item><text:list-item>${p('Six')}</text:list-item></text:list>`
  assert.equal(
    await contentOf(list),
    '<ol start="5"><li><p>Five</p><ul><li><p>a</p></li></ul></li><li><p>Six</p></li></ol>',
  )
})

test('ODT: quotations and code are recognised by the styles that theirs inherit, and are one block each', async () => {
  const code = p('if x:', 'P2') + p('<text:s text:c="4"/>y<text:line-break/>z', 'Source_20_Code')
  assert.equal(
    await contentOf(p('One.', 'P1') + p('Two.', 'P1') + code + p('End.')),
    '<blockquote><p>One.</p><p>Two.</p></blockquote><pre>if x:\n    y<br>z</pre><p>End.</p>',
  )
})

test('ODT: cells keep their spans, and head rows have head cells', async () => {
  const head = `<table:table-header-rows><table:table-row>${cell('Both', 'table:number-columns-spanned="2"')}<table:covered-table-cell/></table:table-row></table:table-header-rows>`
  const row = `<table:table-row>${cell('Mon', 'table:number-rows-spanned="2"')}${cell('1')}</table:table-row>`
  assert.equal(
    await contentOf(
      `<table:table>${head}${row}<table:table-row><table:covered-table-cell/>${cell('2')}</table:table-row></table:table>`,
    ),
    '<table><thead><tr><th colspan="2"><p>Both</p></th></tr></thead><tbody>' +
      '<tr><td rowspan="2"><p>Mon</p></td><td><p>1</p></td></tr><tr><td><p>2</p></td></tr></tbody></table>',
  )
})

test('ODT: formulas of other files and of the text itself are MathML, and a formula that is missing leaves its picture', async () => {
  const content = await contentOf(
    p(
      `So ${frame('<draw:object xlink:href="./Object 1"/>')} and ${frame(`<draw:object>${math('b')}</draw:object>`)} and ${frame('<draw:object xlink:href="./Object 2"/>')}.`,
    ),
    { 'Object 1/content.xml': `<?xml version="1.0"?>${math('a')}` },
  )
  assert.deepEqual(content.match(/<mi>\w<\/mi>/g), ['<mi>a</mi>', '<mi>b</mi>'])
})

test('ODT: links lead to bookmarks, notes to the end of the text, and ruby is kept', async () => {
  const note = `<text:note><text:note-citation>*</text:note-citation><text:note-body>${p('A note.')}</text:note-body></text:note>`
  const ruby = '<text:ruby><text:ruby-base>漢</text:ruby-base><text:ruby-text>かん</text:ruby-text></text:ruby>'
  assert.equal(
    await contentOf(
      `${p(`<text:a xlink:href="#ropes">Ropes</text:a>${note} ${ruby}`)}<text:h text:outline-level="2"><text:bookmark-start text:name="ropes"/>Ropes</text:h>`,
    ),
    '<p><a href="#ropes">Ropes</a><sup><a href="#note-1">[1]</a></sup> <ruby>漢<rt>かん</rt></ruby></p>' +
      '<h2 id="ropes">Ropes</h2><ol><li id="note-1"><p>A note.</p></li></ol>',
  )
})
