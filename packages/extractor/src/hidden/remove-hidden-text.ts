import {
  attributeOf,
  detachNode,
  elementsOf,
  findElement,
  isElement,
  isText,
  textOf,
  type PageElement,
  type PageParent,
} from '../dom/page-tree.ts'
import { measureTree, type Measures, type MeasuresOf } from '../dom/text-measures.ts'
import { controlsIn, foldingOf, isDialog, isMostlyForm, unlinkControls, type Controls } from './folded-text.ts'
import { controlToHeading } from './control-to-heading.ts'
import { markHidden } from './marked-text.ts'
import { isHiddenCopy } from './hidden-copy.ts'
import { hidingOf, show, type Hiding } from './is-hidden.ts'
import { controlsOfShownTexts } from './shown-folds.ts'
import { copiesForScreenReaders } from './visible-text.ts'

/** Maximum number of hidden elements whose control is searched. Further ones are removed. */
const MAX_SEARCHES = 2000
/** Hidden text of at most this length in characters is never most of a page. */
const MAX_MINOR_TEXT = 400
/** Share of the page's long paragraphs above which a rule of a style sheet is not taken for the whole truth. */
const MAX_SHARE_HIDDEN_BY_RULE = 0.1
/** Minimum length of the visible text in relation to a hidden copy of it. A shorter text may be the start of the hidden one. */
const MIN_COPIED_SHARE = 0.6
/** Minimum share of the page's long paragraphs that are transparent, so that they count as an animation. */
const MIN_ANIMATED_SHARE = 1 / 3

/** Minimum length in characters, and minimum share of the text of the page, of a text that a script shows. */
const MIN_FADED_TEXT = 50
const MIN_FADED_SHARE = 0.7

const MAIN_PARTS = new Set(['main', 'article', 'h1'])

/** What `removeHiddenText` did. */
interface HiddenText {
  /** Number of removed elements. */
  readonly removed: number
  /** Number of elements that are shown, because readers can open them or because they contain most of the page. */
  readonly shown: number
}

/**
 * Removes the text that browsers do not show: it is often written for search engines or for assistants. Text that
 * readers can open stays, and so does an element that contains most of the page, because a script shows it later.
 *
 * @param page the page's tree, changed in place
 * @param hiddenByRule elements that the page's style sheets hide. They are only marked, for `dropMarkedText`
 */
export function removeHiddenText(page: PageParent, hiddenByRule: ReadonlySet<PageElement> = new Set()): HiddenText {
  const body = findElement(page, ({ tagName }) => tagName === 'body')
  if (body === undefined) return { removed: 0, shown: 0 }
  const search = new HiddenTextSearch(body, hiddenByRule)
  search.run()
  for (const element of search.shown) show(element)
  for (const control of search.controls) controlToHeading(control)
  detachNode(body, search.removed)
  for (const element of search.marked) markHidden(element)
  const elements = elementsOf(body)
  for (const control of search.controlsOfShown(elements)) controlToHeading(control)
  unlinkControls(elements)
  return { removed: search.removed.size, shown: search.shown.size }
}

/** @returns whether the element has more than `length` characters of text other than white space; links count only for 0 */
function hasText(element: PageElement, length: number): boolean {
  let found = 0
  const waiting: PageParent[] = [element]
  for (let parent = waiting.pop(); parent !== undefined; parent = waiting.pop())
    for (const child of parent.childNodes) {
      if (isText(child)) found += child.value.trim().length
      else if (isElement(child) && (length === 0 || child.tagName !== 'a')) waiting.push(child)
      if (found > length) return true
    }
  return false
}

/** A quick test: most elements have no attribute that could hide them. */
function mayBeShown({ attrs, tagName }: PageElement): boolean {
  return attrs.length === 0 && tagName !== 'dialog'
}

/** Maximum length in characters of a sign, such as the "+" of a control. */
const MAX_SIGN = 3

/** @returns whether all text of an element is a sign, without letters and digits */
function isSign(element: PageElement): boolean {
  if (hasText(element, MAX_SIGN) || findElement(element, ({ tagName }) => tagName === 'img') !== undefined) return false
  return !/[\p{L}\p{N}]/u.test(textOf(element))
}

function isOpenDialog(element: PageElement): boolean {
  return isDialog(element) && attributeOf(element, 'aria-hidden') !== 'true'
}

class HiddenTextSearch {
  readonly removed = new Set<PageElement>()
  readonly marked = new Set<PageElement>()
  readonly shown = new Set<PageElement>()
  readonly #transparent = new Set<PageElement>()
  readonly #body: PageElement
  readonly #hiddenByRule: ReadonlySet<PageElement>
  #measures: MeasuresOf | undefined
  readonly controls = new Set<PageElement>()
  #controlsOfPage: Controls | undefined
  #hasDialog: boolean | undefined
  #searches = 0

  constructor(body: PageElement, hiddenByRule: ReadonlySet<PageElement>) {
    this.#body = body
    this.#hiddenByRule = hiddenByRule
  }

  run(): void {
    this.#visit([this.#body])
    if (!this.#isAnimation()) for (const element of this.#transparent) this.removed.add(element)
  }

  controlsOfShown(elements: readonly PageElement[]): PageElement[] {
    return controlsOfShownTexts(elements, (element) => this.#measuresOf(element))
  }

  #visit(waiting: PageParent[]): void {
    for (let parent = waiting.pop(); parent !== undefined; parent = waiting.pop())
      for (const child of parent.childNodes)
        if (isElement(child) && (mayBeShown(child) || !this.#removes(child))) waiting.push(child)
    for (const element of this.#hiddenByRule) if (!this.#isShownElsewhere(element)) this.marked.add(element)
  }

  /** @returns whether the element is removed, so that its contents need no visit */
  #removes(element: PageElement): boolean {
    const hiding = hidingOf(element)
    if (hiding === undefined) return false
    const isBlank = !hasText(element, 0)
    if (hiding === 'opacity') {
      if (!isBlank) this.#transparent.add(element)
      return false
    }
    // An empty element shows nothing, and may contain data of the page in its attributes.
    if (isBlank && (hiding === 'aria' || element.childNodes.length === 0)) return false
    if (!isBlank && this.#isShown(element, hiding)) {
      this.shown.add(element)
      return false
    }
    this.removed.add(element)
    return true
  }

  /** @returns whether readers see a hidden element or can bring it into view */
  #isShown(element: PageElement, hiding: Hiding): boolean {
    if (hiding === 'aria' && isSign(element)) return false
    if (this.#isVisibleWord(element, hiding) || (hiding === 'aria' && this.#isBehindDialog(element))) return true
    return this.#isMainPart(element) || this.#isFadedIn(element) || this.#isFolded(element)
  }

  #isVisibleWord(element: PageElement, hiding: Hiding): boolean {
    const copies = hiding === 'aria' ? copiesForScreenReaders(element) : undefined
    for (const copy of copies ?? []) this.removed.add(copy)
    return copies !== undefined
  }

  /** @returns whether the element contains the main part of the page, which an open dialog beside it covers */
  #isBehindDialog(element: PageElement): boolean {
    this.#hasDialog ??= findElement(this.#body, isOpenDialog) !== undefined
    if (!this.#hasDialog || findElement(element, ({ tagName }) => MAIN_PARTS.has(tagName)) === undefined) return false
    return findElement(element, isOpenDialog) === undefined
  }

  #isFolded(element: PageElement): boolean {
    if (++this.#searches > MAX_SEARCHES) return false
    const folding = foldingOf(
      element,
      () => this.#measuresOf(element),
      () => (this.#controlsOfPage ??= controlsIn(this.#body)),
    )
    if (folding?.control !== undefined) this.controls.add(folding.control)
    return folding !== undefined
  }

  /**
   * @returns whether the element contains more than half of the page's long paragraphs, and is neither a dialog, such as
   *   one with a copy to republish, nor a form, whose lists of options count as a paragraph, nor a copy of the visible text
   */
  #isMainPart(element: PageElement): boolean {
    if (!hasText(element, MAX_MINOR_TEXT) || isDialog(element) || isMostlyForm(element)) return false
    // Most hidden parts are menus without long paragraphs. The page need not be measured for them.
    const own = this.#measures ?? measureTree(element, new Set())
    if (own.get(element)!.long === 0) return false
    const measures = this.#measuresOfBody()
    const [inside, all] = [measures.get(element)!.long, measures.get(this.#body)!.long]
    if (inside * 2 <= all) return false
    return all - inside < inside * MIN_COPIED_SHARE || !isHiddenCopy(this.#body, element)
  }

  /**
   * @returns whether the element is invisible and transparent, and contains nearly all text of the page: scripts of some
   *   sites show a text of any length that way
   */
  #isFadedIn(element: PageElement): boolean {
    const style = attributeOf(element, 'style')?.slice(0, 300) ?? ''
    if (!/visibility\s*:\s*hidden/i.test(style) || !/opacity\s*:\s*0(?![.\d]*[1-9])/i.test(style)) return false
    const measures = this.#measuresOfBody()
    const { text } = measures.get(element)!
    return text >= MIN_FADED_TEXT && text > measures.get(this.#body)!.text * MIN_FADED_SHARE
  }

  /** @returns whether an element that a rule hides has no text, is large enough to be shown by another rule, or is folded */
  #isShownElsewhere(element: PageElement): boolean {
    if (!hasText(element, 0)) return true
    const measures = hasText(element, MAX_MINOR_TEXT) ? this.#measuresOfBody() : undefined
    const long = measures?.get(element)!.long ?? 0
    const most = (measures?.get(this.#body)!.long ?? 0) * MAX_SHARE_HIDDEN_BY_RULE
    return long > most || this.#isFolded(element)
  }

  /** @returns whether so much of the page is transparent that a script must show it while the reader scrolls */
  #isAnimation(): boolean {
    if (this.#transparent.size === 0) return false
    const measures = this.#measuresOfBody()
    let long = 0
    for (const element of this.#transparent)
      if (!this.#transparent.has(element.parentNode as PageElement)) long += measures.get(element)!.long
    return long > measures.get(this.#body)!.long * MIN_ANIMATED_SHARE
  }

  /** @returns the measures of the element alone, or those of the whole page if they are known or if it is large */
  #measuresOf(element: PageElement): Measures {
    const isLarge = this.#measures !== undefined || hasText(element, MAX_MINOR_TEXT)
    return (isLarge ? this.#measuresOfBody() : measureTree(element, new Set())).get(element)!
  }

  #measuresOfBody(): MeasuresOf {
    return (this.#measures ??= measureTree(this.#body, new Set()))
  }
}
