import { withoutSigns } from '../dom/phrase-test.ts'
import { isLabel } from '../clean/unrelated-line-patterns.ts'
import { attributeOf, elementsOf, isElement, textOf, type PageElement, type PageParent } from '../dom/page-tree.ts'

/** Level of the heading that a question becomes. The page does not state one. */
const HEADING = 'h4'
const HEADINGS = new Set('h1 h2 h3 h4 h5 h6 summary dt'.split(' '))
const MAX_QUESTION = 300
const MAX_LEVELS_UP = 4
/** Matches labels of controls that continue a text, in common languages. They are not questions. */
const CONTINUATION =
  /^(?:(?:show|read|see|view|load|learn) (?:more|all|less)|more|expand|continue|toggle|open|close|prev(?:ious)?|next|back|copy|reply|share|zurück|weiter|schließen|précédente?|suivante?|anterior|siguiente|próxim[oa]|successiv[oa]|precedente|mehr (?:anzeigen|lesen)|weiterlesen|voir plus|lire la suite|(?:ver|leer|mostrar|ler|leia) más|(?:ver|ler|leia|mostrar) mais|mostra (?:altro|di più))\b/

/**
 * Turns the control of a folded text into a heading, because it is the question above the answer. Controls in headings
 * stay, and so do tabs and controls that only continue a text.
 *
 * @param control changed in place
 */
export function controlToHeading(control: PageElement): void {
  const text = textOf(control, MAX_QUESTION + 1).trim()
  if (text.length < 3 || text.length > MAX_QUESTION || CONTINUATION.test(withoutSigns(text)) || isLabel(text)) return
  if (attributeOf(control, 'role') === 'tab' || isHeading(control)) return
  // A heading has no paragraphs.
  for (const part of elementsOf(control))
    if (part.tagName === 'p' || part.tagName === 'div') part.tagName = part.nodeName = 'span'
  control.tagName = control.nodeName = HEADING
  control.attrs = control.attrs.filter(({ name }) => name === 'id')
}

/** @returns whether the control is a heading, is in one, or contains one or several paragraphs */
function isHeading(control: PageElement): boolean {
  let at: PageParent | null = control
  for (let level = 0; level <= MAX_LEVELS_UP && at !== null && isElement(at); level++) {
    if (HEADINGS.has(at.tagName)) return true
    at = at.parentNode
  }
  const inside = elementsOf(control)
  return (
    inside.some(({ tagName }) => HEADINGS.has(tagName)) || inside.filter(({ tagName }) => tagName === 'p').length > 1
  )
}
