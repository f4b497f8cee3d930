import { isElement, isText, textOf, type PageElement, type PageNode } from '../dom/page-tree.ts'

const MAX_AUTHORS = 20
const MAX_NAME = 100

/** @returns whether class names are those of the name of an author in papers that LaTeXML converted */
export function isPaperAuthor(names: string): boolean {
  return names.startsWith('ltx_personname')
}

/**
 * @param elements elements with the names of authors of a paper
 * @returns the names without the institutes, which follow after a line break, and without the marks of notes
 */
export function paperAuthors(elements: readonly PageElement[]): string {
  return elements
    .slice(0, MAX_AUTHORS)
    .map((element) => firstLine(element).map(textWithoutNotes).join('').replaceAll(/\s+/g, ' ').trim())
    .filter((name) => name !== '')
    .join(', ')
}

function firstLine({ childNodes }: PageElement): readonly PageNode[] {
  const end = childNodes.findIndex(({ nodeName }, at) => nodeName === 'br' && at > 0)
  return end < 0 ? childNodes : childNodes.slice(0, end)
}

function textWithoutNotes(node: PageNode): string {
  if (isText(node)) return node.value
  if (!isElement(node) || node.tagName === 'sup') return ''
  const isNote = node.attrs.some(({ name, value }) => name === 'class' && /(?:^|\s)ltx_(?:note|ERROR)/.test(value))
  return isNote ? '' : textOf(node, MAX_NAME)
}
