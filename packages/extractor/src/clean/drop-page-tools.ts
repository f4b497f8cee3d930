import { namesOf } from '../dom/class-name-hints.ts'
import {
  attributeOf,
  elementsOf,
  findElement,
  isElement,
  isText,
  nodesOf,
  rewriteTree,
  textOf,
  type PageElement,
  type PageParent,
} from '../dom/page-tree.ts'

/** Maximum length in characters of the text of a tool, such as "Download high-res image (1MB)". */
const MAX_TOOL = 120
/** Maximum length of a mark in characters, with a space beside it. */
const MAX_MARK = 4
/** Matches the marks that documents put after each paragraph, as links to it. */
const PARAGRAPH_MARK = /^[\s¶§#⚓🔗]{1,4}\uFE0E?\uFE0F?$/u
/** Matches class names and texts of links below a figure that lead to another form of it. */
const FIGURE_TOOL_NAME = /download|enlarge|full-?size|high-?res|lightbox|zoom/i
const FIGURE_TOOL_TEXT =
  /^\W{0,3}(?:download|open|view|see|show|enlarge|expand|zoom|full[ -]size|high[ -]res|hi[ -]res|powerpoint|télécharger|agrandir|herunterladen|vergrößern|descargar|ampliar|baixar|scarica|ingrandisci)/i
const PICTURE_FILE = /\.(?:jpe?g|png|gif|webp|avif|svg|tiff?|pptx?|pdf)(?:[?#]|$)/i

/**
 * Matches the codes of page builders and plug-ins of WordPress that a site shows as text, if the plug-in is missing: those
 * of WPBakery, Divi, Avada, Enfold, and the common ones of WordPress itself.
 */
const BUILDER_CODE =
  /\[\/?(?:vc_|et_pb_|fusion_|av_|avia_|mk_|cs_|tatsu_|su_|wpb_|rev_slider|contact-form-7|gallery|caption|embed|audio|video|playlist|elementor-template|ultimate_|dt_|thb_)[\w-]{0,60}(?:\s[^[\]]{0,2000})?\]/gi

/**
 * Removes links that a page adds to its text by itself: the mark after each paragraph that links to it, and links to
 * other forms of a figure, such as a download.
 *
 * @param root the page's tree, changed in place
 * @param elements all elements of the tree
 * @returns the number of removed links
 */
export function dropPageTools(root: PageParent, elements: readonly PageElement[] = elementsOf(root)): number {
  const tools = new Set<unknown>()
  const figures = new Set<PageParent>()
  for (const element of elements) {
    const isInFigure = element.tagName === 'figure' || figures.has(element.parentNode!)
    if (isInFigure && element.tagName !== 'figcaption') figures.add(element)
    if (element.tagName !== 'a') continue
    if (isParagraphMark(element) || (isInFigure && isFigureTool(element))) tools.add(element)
  }
  if (tools.size > 0) rewriteTree(root, (node) => (tools.has(node) ? [] : node))
  return tools.size
}

/**
 * Removes the codes of page builders from all texts except code.
 *
 * @param root the page's tree, changed in place
 * @returns the number of changed texts
 */
export function dropBuilderCodes(root: PageParent): number {
  let changed = 0
  for (const node of nodesOf(root)) {
    if (!isText(node) || !node.value.includes('[') || isCode(node.parentNode)) continue
    const value = node.value.replaceAll(BUILDER_CODE, '')
    if (value === node.value) continue
    node.value = value
    changed += 1
  }
  return changed
}

function isCode(parent: PageParent | null): boolean {
  return (
    parent !== null && isElement(parent) && ['code', 'pre', 'kbd', 'samp', 'script', 'style'].includes(parent.tagName)
  )
}

function isParagraphMark(link: PageElement): boolean {
  const [only, ...others] = link.childNodes
  if (only === undefined || !isText(only) || others.length > 0 || only.value.length > MAX_MARK) return false
  return PARAGRAPH_MARK.test(only.value) && attributeOf(link, 'href')?.includes('#') === true
}

function isFigureTool(link: PageElement): boolean {
  const text = textOf(link, MAX_TOOL + 1).trim()
  if (text === '' || text.length > MAX_TOOL || hasPicture(link)) return false
  const isFile = attributeOf(link, 'download') !== undefined || PICTURE_FILE.test(attributeOf(link, 'href') ?? '')
  const isNamed = FIGURE_TOOL_NAME.test(namesOf(link))
  return FIGURE_TOOL_TEXT.test(text) ? isFile || isNamed : isFile && isNamed
}

function hasPicture(link: PageElement): boolean {
  return findElement(link, ({ tagName }) => tagName === 'img') !== undefined
}
