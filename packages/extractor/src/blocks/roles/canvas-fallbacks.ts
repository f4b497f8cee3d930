import type { ElementList } from '../../dom/element-list.ts'
import { attributeOf, createText, firstElements, setChildren, textOf, type PageElement } from '../../dom/page-tree.ts'

/** Matches words of a sentence about the browser, which stands in many canvases instead of their content. */
const NOTICE =
  /canvas|html\s?5|javascript|browser|navigat(?:eur|ore)|navegador|webbläsar|selain|przeglądar|prohlížeč|браузер|ブラウザ|浏览器|瀏覽器|브라우저/i
/** Maximum length in characters of such a sentence. */
const MAX_NOTICE = 300
/** Minimum length in characters of a text, or of a label, that says what is drawn. */
const MIN_TEXT = 40
const MAX_TEXT = 20_000
const MAX_ELEMENTS = 2000

/**
 * Shows what canvases contain for readers who cannot see the drawing: a table or a list of its values, a picture, a text, or
 * else a label that is a whole sentence. Drawings themselves are made by scripts, and are lost.
 *
 * @param elements the elements of the page, changed in place
 * @returns the number of canvases that became boxes with their content
 */
export function showCanvasFallbacks(elements: ElementList): number {
  let count = 0
  for (const canvas of elements.named('canvas')) {
    const label = attributeOf(canvas, 'aria-label')?.slice(0, MAX_TEXT).trim() ?? ''
    const isDescribed = hasFallback(canvas)
    if (!isDescribed && label.length < MIN_TEXT) continue
    if (!isDescribed) setChildren(canvas, [createText(label)])
    canvas.tagName = canvas.nodeName = isDescribed ? 'div' : 'p'
    canvas.attrs = []
    count += 1
  }
  return count
}

function hasFallback(canvas: PageElement): boolean {
  if (firstElements(canvas, MAX_ELEMENTS).some(isValueOrPicture)) return true
  const text = textOf(canvas, MAX_TEXT).trim()
  return text.length >= MIN_TEXT && (text.length > MAX_NOTICE || !NOTICE.test(text))
}

/** @returns whether an element is a table, a list, or a picture with an alternative text, which pictures for a script lack */
function isValueOrPicture(element: PageElement): boolean {
  if (element.tagName === 'img') return (attributeOf(element, 'alt') ?? '').trim() !== ''
  return element.tagName === 'table' || element.tagName === 'ul' || element.tagName === 'ol' || element.tagName === 'dl'
}
