import { createText, isElement, isText, setChildren, textOf, type PageElement } from '../../dom/page-tree.ts'

/** Number of boxes around a code block above which the name of its file may stand. */
const MAX_LEVELS_UP = 3
const MAX_NAME = 100
/** Matches the name of a file, perhaps with folders, such as `src/main.rs` and `.bashrc`. */
const FILE_NAME =
  /^(?:[\w.@~$+-]{1,60}[/\\]){0,10}(?:[\w@~$+-][\w.@~$+-]{0,60}\.\p{L}\w{0,9}|\.\w{2,30}|\p{Lu}\p{Ll}{2,12}file)$/u

/**
 * Turns the name of a file directly above its code into a plain paragraph, so that it stays with the code: its box is
 * often named as a header, with a button beside the name.
 */
export function nameFileAbove(block: PageElement): void {
  let at: PageElement = block
  for (let level = 0; level < MAX_LEVELS_UP; level++) {
    const parent = at.parentNode
    if (parent === null || !isElement(parent)) return
    const shown = parent.childNodes.filter((node) => isElement(node) || (isText(node) && node.value.trim() !== ''))
    const before = shown[shown.indexOf(at) - 1]
    if (before !== undefined) {
      if (isElement(before)) showFileName(before)
      return
    }
    at = parent
  }
}

function showFileName(box: PageElement): void {
  const name = textOf(box, MAX_NAME + 1).trim()
  if (name.length > MAX_NAME || !FILE_NAME.test(name) || box.tagName === 'pre') return
  box.tagName = box.nodeName = 'p'
  box.attrs = []
  setChildren(box, [createText(name)])
}
