import { findElements } from '../../dom/page-tree.ts'
import { parseXml } from '../xml-tree.ts'
import { officeMathml } from './office-math.ts'

/**
 * Signs of the private use area of Unicode, which stand for markup in the text of a document: around the number of a
 * formula, and around the base and the reading of ruby.
 */
const SIGNS = { formula: '\u{f0a00}', base: '\u{f0a01}', reading: '\u{f0a02}', end: '\u{f0a03}' } as const

const FORMULA_NAMES = { paragraph: 'm:oMathPara', formula: 'm:oMath' } as const
const READING = /<w:rt>([^]*?)<\/w:rt>/
const BASE = /<w:rubyBase>([^]*?)<\/w:rubyBase>/
const RUN_START = /(?=<w:r[\s>])/
const RUN_END = '</w:r>'
const HIDDEN = /<w:vanish(?:\s+w:val="(?:1|on|true)")?\s*\/>/

/**
 * What mammoth leaves out of a Word document, or shows although it is hidden: formulas, words with ruby, and hidden text
 * (ECMA-376, part 1, sections 22.1, 17.3.3.25 and 17.3.2.41). They are replaced in the document by text with signs, from
 * which the markup is restored.
 */
export class WordMarkup {
  readonly #formulas: string[] = []

  /**
   * @param xml the XML of a part of the document
   * @returns the same without hidden runs, and with signs in place of formulas and ruby
   */
  rewrite(xml: string): string {
    const shown = xml.includes('<w:vanish') ? xml.split(RUN_START).map(withoutHiddenRun).join('') : xml
    const inLines = replaceElements(shown, FORMULA_NAMES.paragraph, (markup) => this.#formulaRuns(markup, true))
    const formulas = replaceElements(inLines, FORMULA_NAMES.formula, (markup) => this.#formulaRuns(markup, false))
    return replaceElements(formulas, 'w:ruby', rubyRun)
  }

  /** @returns the HTML of the document with formulas as MathML, and with ruby */
  restore(html: string): string {
    const { formula, base, reading, end } = SIGNS
    return html
      .replaceAll(new RegExp(`${formula}(\\d+)${end}`, 'gu'), (_, index: string) => this.#formulas[Number(index)] ?? '')
      .replaceAll(base, '<ruby>')
      .replaceAll(reading, '<rt>')
      .replaceAll(end, '</rt></ruby>')
  }

  #formulaRuns(markup: string, isDisplay: boolean): string {
    return findElements(parseXml(markup), ({ tagName }) => tagName === 'omath')
      .map((formula) => {
        const index = this.#formulas.push(officeMathml(formula, isDisplay)) - 1
        return `<w:r>${textElement(`${SIGNS.formula}${index}${SIGNS.end}`)}</w:r>`
      })
      .join('')
  }
}

/** @returns the XML with another text in place of each element of this name, which never contains another one. Takes linear time. */
function replaceElements(xml: string, name: string, replace: (markup: string) => string): string {
  const [start, end] = [`<${name}`, `</${name}>`]
  const parts: string[] = []
  let copied = 0
  for (let at = xml.indexOf(start); at !== -1; at = xml.indexOf(start, at + 1)) {
    if (!/[\s>]/.test(xml.charAt(at + start.length))) continue
    const close = xml.indexOf(end, at)
    if (close === -1) break
    parts.push(xml.slice(copied, at), replace(xml.slice(at, close + end.length)))
    copied = close + end.length
    at = copied - 1
  }
  return parts.join('') + xml.slice(copied)
}

/**
 * @param piece XML from the start of a run to the start of the next one
 * @returns the same without the run if it is hidden, and no other run is in it
 */
function withoutHiddenRun(piece: string): string {
  const end = piece.indexOf(RUN_END)
  if (!piece.startsWith('<w:r') || end === -1) return piece
  const properties = piece.slice(0, Math.max(0, piece.indexOf('</w:rPr>')))
  return HIDDEN.test(properties) ? piece.slice(end + RUN_END.length) : piece
}

function rubyRun(markup: string): string {
  const [base = '', reading = ''] = [BASE, READING].map((pattern) => pattern.exec(markup)?.[1])
  const { base: start, reading: middle, end } = SIGNS
  return `${textElement(start)}${base}${textElement(middle)}${reading}${textElement(end)}`
}

function textElement(text: string): string {
  return `<w:t xml:space="preserve">${text}</w:t>`
}
