import { attributeOf, firstElements, isElement, textOf, type PageElement, type PageParent } from '../dom/page-tree.ts'

const COOKIE = /\bcookies?\b/i
/** Matches the label of a button that accepts or refuses cookies. */
const CONSENT_LABEL =
  /^(?:(?:yes, )?(?:i )?(?:accept|allow(?= all| cookies)|agree|reject|decline|refuse|deny)(?: to)?(?: all| only necessary)?(?: (?:optional |additional |analytics )?cookies)?(?: (?:and|&) (?:close|continue))?|(?:alle |cookies )?(?:akzeptieren|annehmen|ablehnen|zustimmen|erlauben)|(?:tout )?(?:accepter|refuser)(?: tout| les cookies)?|aceptar(?: todo| todas| cookies)*|rechazar(?: todo| todas)*|accetta(?: tutti| tutto)?|rifiuta(?: tutti| tutto)?|aceitar(?: todos)?|rejeitar(?: todos)?|(?:alles )?(?:accepteren|weigeren)|akceptuj(?: wszystkie)?|принять(?: все)?|отклонить(?: все)?)$/i
/** Matches the label of a button that accepts or refuses some kinds of cookies. */
const KINDS_LABEL =
  /^(?:(?:(?:accept|allow|reject|use|(?:proceed|continue) with)(?: only)?|only) (?:strictly )?(?:necessary|(?:non-)?essential|required|recommended|selected|optional)(?: cookies| settings)?(?: only)?|(?:strictly )?(?:necessary|essential|required) cookies only|nur (?:technisch )?(?:notwendige|essenzielle|erforderliche)(?: cookies)?(?: akzeptieren| zulassen| erlauben)?)$/i
/** Maximum length in characters of the text of such a box. Longer ones contain other parts of the page. */
const MAX_BOX = 4000
/** Maximum ratio of the text of a box to that of a box in it, so that both are the same notice. */
const MAX_GROWTH = 1.5
const MAX_LABEL = 60
/** Number of boxes around the button that are examined. */
const MAX_LEVELS_UP = 8
const MAX_BUTTONS = 300
const MAX_ASKING = 20
/** Number of elements in a box that are searched for the title of a page. */
const MAX_SEARCHED_ELEMENTS = 300
const PAGE_PARTS = new Set(['h1', 'main', 'article', 'header', 'footer', 'nav'])

/**
 * Finds the boxes that ask for consent to cookies, by their buttons: on many pages their text is longer than the article.
 *
 * @param elements all elements of the page
 */
export function consentBoxes(elements: readonly PageElement[]): Set<PageElement> {
  const buttons = elements.filter(isButton).slice(0, MAX_BUTTONS)
  const asking = buttons.filter((button) => isConsentLabel(labelOf(button))).slice(0, MAX_ASKING)
  const found = asking.flatMap((button) => boxAround(button) ?? [])
  return new Set(found)
}

/** @returns whether an element is a button, or a link that leads nowhere and so does the work of one */
function isButton(element: PageElement): boolean {
  if (element.tagName !== 'a') return element.tagName === 'button'
  const address = attributeOf(element, 'href')
  return address === undefined || address.endsWith('#') || address.startsWith('javascript:')
}

function labelOf(button: PageElement): string {
  return textOf(button, MAX_LABEL).replaceAll(/\s+/g, ' ').trim()
}

function isConsentLabel(label: string): boolean {
  return CONSENT_LABEL.test(label) || KINDS_LABEL.test(label)
}

/** @returns the outermost box around a button that contains a text about cookies, and no part of the page */
function boxAround(button: PageElement): PageElement | undefined {
  const label = textOf(button, MAX_LABEL)
  let found: PageElement | undefined
  let box: PageParent | null = button.parentNode
  for (let level = 0; level < MAX_LEVELS_UP && box !== null && isElement(box) && box.tagName !== 'body'; level++) {
    const text = textOf(box, MAX_BOX + 1)
    if (
      text.length > MAX_BOX ||
      firstElements(box, MAX_SEARCHED_ELEMENTS).some(({ tagName }) => PAGE_PARTS.has(tagName))
    )
      break
    if (found !== undefined && text.length > textOf(found, MAX_BOX).length * MAX_GROWTH) break
    // The label of the button itself may mention cookies.
    if (COOKIE.test(text.replace(label, ''))) found = box
    box = box.parentNode
  }
  return found
}
