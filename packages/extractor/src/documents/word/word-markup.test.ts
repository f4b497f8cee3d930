import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extract } from '../../extract.ts'
import { wordDocument } from './word-document.fixture.ts'

const run = (text: string, properties = ''): string =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`
const SQUARE =
  '<m:oMath><m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup></m:oMath>'

const styled = (style: string, text: string): string =>
  `<w:p><w:pPr><w:pStyle w:val="${style.replaceAll(' ', '')}"/></w:pPr>${run(text)}</w:p>`

async function contentOf(body: string, styles?: readonly string[]): Promise<string> {
  const extraction = await extract({ url: 'https://a.example/a.docx', body: wordDocument(body, styles) })
  assert.ok(extraction.kind === 'article', JSON.stringify(extraction))
  return extraction.article.content
}

test('Word: formulas in a sentence and on a line of their own are MathML', async () => {
  const alone = `<w:p><m:oMathPara><m:oMathParaPr><m:jc m:val="left"/></m:oMathParaPr>${SQUARE}${SQUARE}</m:oMathPara></w:p>`
  const content = await contentOf(`<w:p>${run('So ')}${SQUARE}${run(' holds.')}</w:p>${alone}`)
  assert.match(content, /<p>So <math><semantics><mrow><msup>.*?x\^2.*?<\/math> holds\.<\/p>/)
  assert.equal(content.match(/<math display="block">/g)?.length, 2)
})

test('Word: words with ruby keep their base and their reading', async () => {
  const ruby = (base: string, reading: string, bold = ''): string =>
    `<w:r><w:rPr/><w:ruby><w:rubyPr/><w:rt>${run(reading)}</w:rt><w:rubyBase>${run(base, bold)}</w:rubyBase></w:ruby></w:r>`
  const content = await contentOf(`<w:p>${ruby('漢', 'かん')}${ruby('字', 'じ', '<w:b/>')}${run('を読む')}</w:p>`)
  assert.equal(content, '<p><ruby>漢<rt>かん</rt></ruby><ruby><strong>字</strong><rt>じ</rt></ruby>を読む</p>')
})

test('Word: hidden text is left out, and text that is explicitly not hidden stays', async () => {
  const hidden = run('secret', '<w:b/><w:vanish/>') + run(' trap', '<w:vanish w:val="true"/>')
  const content = await contentOf(
    `<w:p><w:pPr><w:rPr><w:vanish/></w:rPr></w:pPr>${run('Seen')}${hidden}${run(' too', '<w:vanish w:val="0"/>')}</w:p>`,
  )
  assert.equal(content, '<p>Seen too</p>')
})

test('Word: signs in the text of a document that stand for markup here do no harm', async () => {
  const content = await contentOf(`<w:p>${run('a\u{f0a00}7\u{f0a03}b\u{f0a01}c')}</w:p>`)
  assert.match(content, /a.*b.*c/)
})

test('Word: a formula without an end leaves the rest of the document unreadable, as any damaged XML', async () => {
  const body = wordDocument(`<w:p>${run('Seen')}</w:p>${'<m:oMath>'.repeat(20_000)}`)
  const extraction = await extract({ url: 'https://a.example/a.docx', body })
  assert.ok(extraction.kind === 'unreadable')
  assert.equal(extraction.reason, 'broken_file')
})

test('Word: quotations, code and definitions are recognised by the styles of several programs', async () => {
  const styles = ['Intense Quote', 'Block Text', 'HTML Preformatted', 'Definition Term', 'Definition']
  const lines = [
    ['Intense Quote', 'It holds.'],
    ['HTML Preformatted', 'if x:'],
    ['HTML Preformatted', '    y'],
    ['Definition Term', 'Tide'],
    ['Definition', 'Water that moves.'],
    ['Block Text', 'It leaks.'],
  ] as const
  const content = await contentOf(lines.map(([style, text]) => styled(style, text)).join(''), styles)
  assert.equal(
    content,
    '<blockquote><p>It holds.</p></blockquote><pre>if x:\n    y</pre>' +
      '<dl><dt>Tide</dt><dd>Water that moves.</dd></dl><blockquote><p>It leaks.</p></blockquote>',
  )
})
