import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseXml } from '../xml-tree.ts'
import { findElement } from '../../dom/page-tree.ts'
import { officeMathml } from './office-math.ts'

/** @returns the formula as MathML, without the groups around single elements and the outermost ones */
function mathml(omml: string): string {
  const formula = findElement(parseXml(`<m:oMath>${omml}</m:oMath>`), ({ tagName }) => tagName === 'omath')!
  let markup = officeMathml(formula, false).replace(/^<math><mrow>|<\/mrow><\/math>$/g, '')
  for (let before = ''; before !== markup;) {
    before = markup
    markup = markup.replaceAll(/<mrow>(<(\w+)>[^<]*<\/\2>)<\/mrow>/g, '$1')
  }
  return markup
}

const run = (text: string, properties = ''): string => `<m:r>${properties}<m:t>${text}</m:t></m:r>`
const [a, b, n] = ['a', 'b', 'n'].map((letter) => `<m:e>${run(letter)}</m:e>`) as [string, string, string]
const [sub, sup] = [`<m:sub>${run('1')}</m:sub>`, `<m:sup>${run('2')}</m:sup>`]
const [A, B, N] = ['<mi>a</mi>', '<mi>b</mi>', '<mi>n</mi>']

/** Formulas of Word, and their MathML. */
const FORMULAS: Readonly<Record<string, readonly [omml: string, mathml: string]>> = {
  'numbers, letters and signs': [run('2.5x ≤ 10'), '<mn>2.5</mn><mi>x</mi><mo>≤</mo><mn>10</mn>'],
  'text and names': [
    run('if x', '<m:rPr><m:nor/></m:rPr>') + run('sin', '<m:rPr><m:sty m:val="p"/></m:rPr>'),
    '<mtext>if x</mtext><mi>sin</mi>',
  ],
  'a fraction': [`<m:f><m:num>${run('a')}</m:num><m:den>${run('b')}</m:den></m:f>`, `<mfrac>${A}${B}</mfrac>`],
  'a fraction on the line, and a binomial': [
    ['lin', 'noBar']
      .map(
        (type) =>
          `<m:f><m:fPr><m:type m:val="${type}"/></m:fPr><m:num>${run('a')}</m:num><m:den>${run('b')}</m:den></m:f>`,
      )
      .join(''),
    `${A}<mo>/</mo>${B}<mfrac linethickness="0">${A}${B}</mfrac>`,
  ],
  scripts: [
    `<m:sSup>${a}${sup}</m:sSup><m:sSub>${a}${sub}</m:sSub><m:sSubSup>${a}${sub}${sup}</m:sSubSup><m:sPre>${sub}${sup}${a}</m:sPre>`,
    `<msup>${A}<mn>2</mn></msup><msub>${A}<mn>1</mn></msub><msubsup>${A}<mn>1</mn><mn>2</mn></msubsup>` +
      `<mmultiscripts>${A}<mprescripts/><mn>1</mn><mn>2</mn></mmultiscripts>`,
  ],
  roots: [
    `<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/>${a}</m:rad><m:rad><m:deg>${run('3')}</m:deg>${a}</m:rad>`,
    `<msqrt>${A}</msqrt><mroot>${A}<mn>3</mn></mroot>`,
  ],
  brackets: [
    `<m:d>${a}</m:d><m:d><m:dPr><m:begChr m:val="{"/><m:sepChr m:val=";"/><m:endChr m:val=""/></m:dPr>${a}${b}</m:d>`,
    `<mrow><mo>(</mo>${A}<mo>)</mo></mrow><mrow><mo>{</mo>${A}<mo>;</mo>${B}</mrow>`,
  ],
  'a sum and an integral': [
    `<m:nary><m:naryPr><m:chr m:val="∑"/><m:limLoc m:val="undOvr"/></m:naryPr>${sub}${sup}${a}</m:nary><m:nary><m:naryPr><m:supHide m:val="1"/></m:naryPr>${sub}<m:sup/>${b}</m:nary>`,
    `<munderover><mo>∑</mo><mn>1</mn><mn>2</mn></munderover>${A}<msubsup><mo>∫</mo><mn>1</mn><mrow></mrow></msubsup>${B}`,
  ],
  'functions and limits': [
    `<m:func><m:fName><m:limLow><m:e>${run('lim', '<m:rPr><m:sty m:val="p"/></m:rPr>')}</m:e><m:lim>${run('n')}</m:lim></m:limLow></m:fName>${a}</m:func>`,
    `<mrow><munder><mi>lim</mi>${N}</munder></mrow><mo>&#x2061;</mo>${A}`,
  ],
  'a matrix and lines of equations': [
    `<m:m><m:mPr><m:mcs/></m:mPr><m:mr>${a}${b}</m:mr><m:mr>${b}${n}</m:mr></m:m><m:eqArr>${a}${b}</m:eqArr>`,
    `<mtable><mtr><mtd>${A}</mtd><mtd>${B}</mtd></mtr><mtr><mtd>${B}</mtd><mtd>${N}</mtd></mtr></mtable>` +
      `<mtable><mtr><mtd>${A}</mtd></mtr><mtr><mtd>${B}</mtd></mtr></mtable>`,
  ],
  'accents, bars and braces': [
    `<m:acc><m:accPr><m:chr m:val="⃗"/></m:accPr>${a}</m:acc><m:bar><m:barPr><m:pos m:val="top"/></m:barPr>${a}</m:bar><m:groupChr>${a}</m:groupChr>`,
    `<mover accent="true">${A}<mo>⃗</mo></mover><mover>${A}<mo>¯</mo></mover><munder>${A}<mo>⏟</mo></munder>`,
  ],
  'boxes around formulas, and signs of XML': [
    `<m:box><m:boxPr/>${a}</m:box><m:borderBox>${b}</m:borderBox>${run('&lt;')}`,
    `${A}<menclose notation="box">${B}</menclose><mo>&lt;</mo>`,
  ],
}

for (const [name, [omml, expected]] of Object.entries(FORMULAS)) {
  test(`a formula of Word becomes MathML: ${name}`, () => assert.equal(mathml(omml), expected))
}
