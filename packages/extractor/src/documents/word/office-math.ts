import { escapeText } from '../../dom/escape-text.ts'
import { attributeOf, findElement, isElement, textOf, type PageElement } from '../../dom/page-tree.ts'

/** Maximum length in characters of one run of a formula. */
const MAX_RUN = 10_000

type Writer = (element: PageElement) => string

/**
 * @param formula an `oMath` element of Office (ECMA-376, part 1, section 22.1), parsed by `parseXml`
 * @param isDisplay whether it stands on a line of its own
 * @returns the formula as markup of MathML
 */
export function officeMathml(formula: PageElement, isDisplay: boolean): string {
  return `<math${isDisplay ? ' display="block"' : ''}>${row(formula)}</math>`
}

/** Writers for the elements of a formula. Those without a writer contain only other elements, such as `e`, or properties. */
const WRITERS: ReadonlyMap<string, Writer> = new Map<string, Writer>([
  ['r', run],
  ['f', fraction],
  ['ssup', (one) => `<msup>${part(one, 'e')}${part(one, 'sup')}</msup>`],
  ['ssub', (one) => `<msub>${part(one, 'e')}${part(one, 'sub')}</msub>`],
  ['ssubsup', (one) => `<msubsup>${part(one, 'e')}${part(one, 'sub')}${part(one, 'sup')}</msubsup>`],
  [
    'spre',
    (one) => `<mmultiscripts>${part(one, 'e')}<mprescripts/>${part(one, 'sub')}${part(one, 'sup')}</mmultiscripts>`,
  ],
  ['rad', root],
  ['d', delimited],
  ['nary', bigOperator],
  ['func', (one) => `${part(one, 'fname')}<mo>&#x2061;</mo>${part(one, 'e')}`],
  ['limlow', (one) => `<munder>${part(one, 'e')}${part(one, 'lim')}</munder>`],
  ['limupp', (one) => `<mover>${part(one, 'e')}${part(one, 'lim')}</mover>`],
  ['m', (one) => table(partsOf(one, 'mr').map((line) => partsOf(line, 'e').map(row)))],
  ['eqarr', (one) => table(partsOf(one, 'e').map((line) => [row(line)]))],
  ['acc', (one) => `<mover accent="true">${part(one, 'e')}${sign(one, 'chr', '\u{302}')}</mover>`],
  ['bar', (one) => aboveOrBelow(one, sign(one, 'none', '\u{af}'))],
  ['groupchr', (one) => aboveOrBelow(one, sign(one, 'chr', '\u{23df}'))],
  ['borderbox', (one) => `<menclose notation="box">${part(one, 'e')}</menclose>`],
  ['phant', (one) => `<mphantom>${part(one, 'e')}</mphantom>`],
])

/** @returns the contents of an element as a group */
function row(element: PageElement): string {
  return `<mrow>${contents(element)}</mrow>`
}

function contents(element: PageElement): string {
  return element.childNodes
    .filter(isElement)
    .map((child) => {
      if (child.tagName.endsWith('pr')) return ''
      return (WRITERS.get(child.tagName) ?? contents)(child)
    })
    .join('')
}

function partsOf(element: PageElement, name: string): PageElement[] {
  return element.childNodes.filter(isElement).filter(({ tagName }) => tagName === name)
}

/** @returns a part of an element as a group; an empty one if it is missing */
function part(element: PageElement, name: string): string {
  const [first] = partsOf(element, name)
  return first === undefined ? '<mrow></mrow>' : row(first)
}

/** @returns the value of a property, which is "on" if it has none; undefined if the property is missing */
function property(element: PageElement, name: string): string | undefined {
  for (const properties of element.childNodes.filter(isElement).filter(({ tagName }) => tagName.endsWith('pr'))) {
    const found = findElement(properties, ({ tagName }) => tagName === name)
    if (found !== undefined) return attributeOf(found, 'val') ?? 'on'
  }
  return undefined
}

function isOn(element: PageElement, name: string): boolean {
  return /^(?:1|on|true)$/.test(property(element, name) ?? '')
}

function operator(text: string): string {
  return text === '' ? '' : `<mo>${escapeText(text)}</mo>`
}

function sign(element: PageElement, name: string, byDefault: string): string {
  return `<mo>${escapeText(property(element, name) ?? byDefault)}</mo>`
}

/** Matches a number, letters that belong together in upright text, a letter, or another sign. White space is left out. */
const TOKEN = /(?<number>\d+(?:[.,]\d+)*)|(?<letter>\p{L}\p{M}*)|(?<sign>[^\s])/gu

function run(element: PageElement): string {
  const text = partsOf(element, 't')
    .map((one) => textOf(one, MAX_RUN))
    .join('')
  if (isOn(element, 'nor')) return `<mtext>${escapeText(text)}</mtext>`
  if (property(element, 'sty') === 'p' && /^\p{L}{2,}$/u.test(text)) return `<mi>${escapeText(text)}</mi>`
  return [...text.matchAll(TOKEN)]
    .map(({ groups }) => {
      const { number, letter, sign: other } = groups!
      if (number !== undefined) return `<mn>${number}</mn>`
      return letter === undefined ? operator(other!) : `<mi>${letter}</mi>`
    })
    .join('')
}

function fraction(element: PageElement): string {
  const [above, below] = [part(element, 'num'), part(element, 'den')]
  const type = property(element, 'type')
  if (type === 'lin') return `${above}<mo>/</mo>${below}`
  return `<mfrac${type === 'noBar' ? ' linethickness="0"' : ''}>${above}${below}</mfrac>`
}

function root(element: PageElement): string {
  const [degree] = partsOf(element, 'deg')
  const isSquare = isOn(element, 'deghide') || degree === undefined || textOf(degree, 10).trim() === ''
  return isSquare
    ? `<msqrt>${part(element, 'e')}</msqrt>`
    : `<mroot>${part(element, 'e')}${part(element, 'deg')}</mroot>`
}

function delimited(element: PageElement): string {
  const between = operator(property(element, 'sepchr') ?? '|')
  const [start, end] = [property(element, 'begchr') ?? '(', property(element, 'endchr') ?? ')']
  return `<mrow>${operator(start)}${partsOf(element, 'e').map(row).join(between)}${operator(end)}</mrow>`
}

/** Writes a sum, an integral or another large operator with its limits. */
function bigOperator(element: PageElement): string {
  const name = property(element, 'limloc') === 'undOvr' ? 'munderover' : 'msubsup'
  const limits = ['sub', 'sup'].map((limit) => (isOn(element, `${limit}hide`) ? '<mrow></mrow>' : part(element, limit)))
  return `<${name}>${sign(element, 'chr', '\u{222b}')}${limits.join('')}</${name}>${part(element, 'e')}`
}

function table(lines: readonly (readonly string[])[]): string {
  const rows = lines.map((line) => `<mtr>${line.map((cell) => `<mtd>${cell}</mtd>`).join('')}</mtr>`)
  return `<mtable>${rows.join('')}</mtable>`
}

function aboveOrBelow(element: PageElement, mark: string): string {
  const name = property(element, 'pos') === 'top' ? 'mover' : 'munder'
  return `<${name}>${part(element, 'e')}${mark}</${name}>`
}
