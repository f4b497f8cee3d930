import {
  isElement,
  isText,
  nodesOf,
  setChildren,
  type PageNode,
  type PageParent,
  type PageText,
} from '../dom/page-tree.ts'

/** Elements in which white space is shown as it is, or is the concern of another language. */
const PRESERVED = new Set(['math', 'pre'])
/** Elements that are shown within a line. White space before and after them is visible. */
const REPLACED = new Set('audio br img math video'.split(' '))

/**
 * Reduces each run of white space to its first character, or to a line break if it contains one, as browsers do when
 * they show a text (CSS Text Module Level 3, section 4.1.1). A run may extend over the borders of elements. Pages
 * contain indentation and the remains of templates, which can be longer than the text.
 *
 * @param root sanitised content, changed in place
 * @returns whether the content has changed
 */
export function collapseWhiteSpace(root: PageParent): boolean {
  const preserved = new Set<PageNode | PageParent>()
  const emptied = new Set<PageNode>()
  let isAfterSpace = true
  let isChanged = false
  for (const node of nodesOf(root)) {
    if (isElement(node)) {
      if (PRESERVED.has(node.tagName) || preserved.has(node.parentNode!)) preserved.add(node)
      if (REPLACED.has(node.tagName)) isAfterSpace = false
    } else if (isText(node)) {
      if (preserved.has(node.parentNode!)) {
        isAfterSpace = false
        continue
      }
      const value = collapsed(node.value, isAfterSpace)
      if (value === '') emptied.add(node)
      else isAfterSpace = /[\t\n\f\r ]$/.test(value)
      if (value === node.value) continue
      isChanged = true
      node.value = value
    }
  }
  removeTexts(emptied)
  return isChanged
}

function collapsed(text: string, isAfterSpace: boolean): string {
  const runs = /[\t\n\f\r ]{2,}/.test(text)
    ? text.replaceAll(/[\t\n\f\r ]{2,}/g, (run) => (run.includes('\n') ? '\n' : ' '))
    : text
  return isAfterSpace ? runs.replace(/^[\t\n\f\r ]/, '') : runs
}

function removeTexts(texts: ReadonlySet<PageNode>): void {
  const parents = new Set([...texts].map((text) => (text as PageText).parentNode!))
  for (const parent of parents)
    setChildren(
      parent,
      parent.childNodes.filter((child) => !texts.has(child)),
    )
}
