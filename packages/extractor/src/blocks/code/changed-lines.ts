import { namesOf } from '../../dom/class-name-hints.ts'
import { createText, elementsOf, isElement, setChildren, textOf, type PageElement } from '../../dom/page-tree.ts'
import { isGutter } from './line-numbers.ts'

const LINE_NAME = /(?:^|[\s_-])line(?=$|\s)/i
/** Matches class names of lines that were added and removed, by which style sheets show a sign before them. */
const ADDED_NAME = /(?:^|\s)(?:diff[\s_-]add(?:ed)?|add(?:ed)? diff|ins(?:erted)?|line-(?:added|inserted))(?=$|\s)/i
const REMOVED_NAME =
  /(?:^|\s)(?:diff[\s_-]remove(?:d)?|remove(?:d)? diff|del(?:eted)?|line-(?:removed|deleted))(?=$|\s)/i
const MAX_LINES = 5000
const MAX_LEVELS_DOWN = 3

/**
 * Writes the signs of a diff before the lines of code whose class names say that they were added or removed. Style sheets
 * show them; without them, the old and the new line would both seem to be valid.
 *
 * @param block a code block in the markup of any highlighter, changed in place
 * @returns whether there were such lines, and they had no signs yet
 */
export function signChangedLines(block: PageElement): boolean {
  const lines = elementsOf(block).filter((element) => LINE_NAME.test(namesOf(element)))
  const changed = lines.filter((line) => signOf(line) !== ' ')
  if (changed.length === 0 || lines.length > MAX_LINES || changed.every(hasSign)) return false
  for (const line of lines) addSign(line)
  return true
}

function signOf(line: PageElement): string {
  const names = namesOf(line)
  return ADDED_NAME.test(names) ? '+' : REMOVED_NAME.test(names) ? '-' : ' '
}

function hasSign(line: PageElement): boolean {
  return textOf(line, 200).trimStart().startsWith(signOf(line))
}

function addSign(line: PageElement): void {
  let code = line
  for (let level = 0; level < MAX_LEVELS_DOWN; level++) {
    const inner = code.childNodes.filter(isElement).find(({ tagName }) => tagName === 'div')
    const next = inner !== undefined && isGutter(inner) ? code.childNodes.filter(isElement).at(-1) : inner
    if (next === undefined) break
    code = next
  }
  setChildren(code, [createText(`${signOf(line)} `), ...code.childNodes])
}
