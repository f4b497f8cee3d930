import { namesOf } from '../../dom/class-name-hints.ts'
import { isElement, isText, textOf, type PageElement } from '../../dom/page-tree.ts'

/** Number of boxes around a code block above which its title may stand. */
const MAX_LEVELS_UP = 3
const MAX_TITLE = 100
/** Matches the name of a file, perhaps with folders, such as `src/main.rs` and `.bashrc`. */
const FILE_NAME =
  /^(?:[\w.@~$+-]{1,60}[/\\]){0,10}(?:[\w@~$+-][\w.@~$+-]{0,60}\.\p{L}\w{0,9}|\.\w{2,30}|\p{Lu}\p{Ll}{2,12}file)$/u
/** Matches class names of titles of code blocks. */
const TITLE_NAME = /(?:^|[\s_-])(?:title|file-?name|caption)(?=$|[\s_-])|(?:code|block|highlight)-?title/i
const TITLE_ELEMENTS = new Set(['div', 'p', 'span', 'figcaption', 'header'])

/**
 * Finds the title of a code block: the name of a file directly above, in whatever box, and an element there that is the
 * caption of a figure or is named as a title. Headings stay what they are.
 *
 * @param block a code block
 * @returns the element that contains nothing but the title; undefined if there is none
 */
export function codeTitle(block: PageElement): PageElement | undefined {
  const cell = block.tagName === 'table' ? headCell(block) : undefined
  if (cell !== undefined) return cell
  let at = block
  for (let level = 0; level < MAX_LEVELS_UP; level++) {
    const { parentNode } = at
    if (parentNode === null || !isElement(parentNode)) return undefined
    const shown = parentNode.childNodes.filter((node) => isElement(node) || (isText(node) && node.value.trim() !== ''))
    const before = shown[shown.indexOf(at) - 1]
    if (before !== undefined) return isElement(before) && isTitle(before) ? before : undefined
    at = parentNode
  }
  return undefined
}

/** @returns the cell with a title above the lines of a table of code */
function headCell(table: PageElement): PageElement | undefined {
  let at: PageElement | undefined = table
  for (let level = 0; level < MAX_LEVELS_UP && at !== undefined; level++) {
    at = at.childNodes.find(isElement)
    if (at?.tagName === 'th') return textOf(at, MAX_TITLE + 1).trim() === '' ? undefined : at
  }
  return undefined
}

function isTitle(element: PageElement): boolean {
  const title = textOf(element, MAX_TITLE + 1).trim()
  if (title === '' || title.length > MAX_TITLE || element.tagName === 'pre') return false
  if (FILE_NAME.test(title)) return true
  if (!TITLE_ELEMENTS.has(element.tagName) || !/\p{L}/u.test(title)) return false
  return element.tagName === 'figcaption' || TITLE_NAME.test(namesOf(element))
}
