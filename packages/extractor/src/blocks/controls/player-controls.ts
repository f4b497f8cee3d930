import {
  attributeOf,
  detachNode,
  findElement,
  firstElements,
  isElement,
  textOf,
  type PageElement,
  type PageParent,
} from '../../dom/page-tree.ts'

/** Number of boxes around a player in which its controls are. */
const MAX_LEVELS_UP = 3
/** Number of elements of a box that are searched. */
const MAX_ELEMENTS = 100
const MAX_PLAYERS = 200
/** Maximum length in characters of the text of controls, such as "0:00 / 3:20 1×". */
const MAX_TEXT = 200
const TIMES = /^[\d\s:/.,×x%+-]*\d:\d\d[\d\s:/.,×x%+-]*$/

/**
 * Removes the controls beside players: buttons and a slider with the elapsed and the total time. They work only by the
 * scripts of the page.
 *
 * @param root the page's tree, changed in place
 * @param players all `video` and `audio` elements of the page
 * @returns the number of removed boxes
 */
export function dropPlayerControls(root: PageParent, players: readonly PageElement[]): number {
  const controls = new Set(players.slice(0, MAX_PLAYERS).flatMap(controlsBeside))
  if (controls.size > 0) detachNode(root, controls)
  return controls.size
}

function isPlayer({ tagName }: PageElement): boolean {
  return tagName === 'video' || tagName === 'audio'
}

function controlsBeside(player: PageElement): PageElement[] {
  let parent: PageParent | null = player.parentNode
  for (let level = 0; level < MAX_LEVELS_UP && parent !== null && isElement(parent); level++) {
    const controls = firstElements(parent, MAX_ELEMENTS).filter(isControls)
    if (controls.length > 0) return controls
    parent = parent.parentNode
  }
  return []
}

function isControls(box: PageElement): boolean {
  const text = textOf(box, MAX_TEXT + 1)
  if (text.length > MAX_TEXT || !TIMES.test(text.trim())) return false
  return findElement(box, isControl) !== undefined && findElement(box, isPlayer) === undefined
}

function isControl(element: PageElement): boolean {
  return element.tagName === 'button' || element.tagName === 'input' || attributeOf(element, 'role') === 'slider'
}
