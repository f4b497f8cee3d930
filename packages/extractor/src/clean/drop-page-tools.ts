import { namesOf } from '../dom/class-name-hints.ts'
import { ElementList } from '../dom/element-list.ts'
import { parseJson } from '../metadata/json-values.ts'
import {
  attributeOf,
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
 * other forms of a figure, such as a download, and to the source of a described program. Also removes the labels of the
 * controls of custom elements with code.
 *
 * @param root the page's tree, changed in place
 * @param elements the elements of the tree
 * @returns the number of removed elements
 */
export function dropPageTools(root: PageParent, elements: ElementList = new ElementList(root)): number {
  const links = elements.named('a')
  const ofFigures = elements.named('figure').length > 0 ? toolsOfFigures(links, elements.named('span')) : []
  const controls = elements.withAttribute('slot').filter(isControlOfElement)
  const tools = new Set([...links.filter(isParagraphMark), ...links.filter(isSourceLink), ...ofFigures, ...controls])
  for (const element of tools) dropSeparator(element)
  if (tools.size > 0) rewriteTree(root, (node) => (tools.has(node as PageElement) ? [] : node))
  return tools.size
}

function toolsOfFigures(links: readonly PageElement[], words: readonly PageElement[]): PageElement[] {
  return [...links.filter(isInFigure).filter(isFigureTool), ...words.filter(isFigurePrompt).filter(isInFigure)]
}

/** @returns whether an element is in a figure, but not in its caption */
function isInFigure(element: PageElement): boolean {
  let parent: PageParent | null = element.parentNode
  while (parent !== null && isElement(parent)) {
    if (parent.tagName === 'figure' || parent.tagName === 'figcaption') return parent.tagName === 'figure'
    parent = parent.parentNode
  }
  return false
}

/** Matches a placeholder in which client scripts (AngularJS, Vue) insert a value: `{{ post.likes }}`, `{{ 'reply' | translate }}`. */
const PLACEHOLDER = /\{\{[^{}]{0,80}(?:\w\.\w|\s\|\s)[^{}]{0,80}\}\}/g
/** Maximum length in characters of a label beside such placeholders. */
const MAX_BESIDE_PLACEHOLDER = 20
/** Matches attributes of pages whose scripts fill in such placeholders. */
const TEMPLATE_ATTRIBUTE =
  /<[a-z][^<>]{0,500}\s(?:ng-(?:app|controller|repeat|cloak|bind|if)|v-(?:cloak|for|if|bind))\b/i

/**
 * Removes the codes of page builders from all texts except code, and texts that are placeholders or data of client scripts.
 *
 * @param root the page's tree, changed in place
 * @param source the source of the page, which shows whether it has such scripts
 * @returns the number of changed texts
 */
export function dropBuilderCodes(root: PageParent, source = ''): number {
  let changed = 0
  let isTemplate: boolean | undefined
  for (const node of nodesOf(root)) {
    if (!isText(node) || !/\[|\{["{]/.test(node.value) || isCode(node.parentNode)) continue
    const isFilledIn = node.value.includes('{{') && (isTemplate ??= TEMPLATE_ATTRIBUTE.test(source))
    const text = isFilledIn ? withoutPlaceholders(node.value) : node.value
    const value = isScriptData(text, node.parentNode) ? '' : text.replaceAll(BUILDER_CODE, '')
    if (value === node.value) continue
    node.value = value
    changed += 1
  }
  return changed
}

/** @returns a text; empty if it consists of placeholders and a short label, such as "{{ post.likes }} likes" */
function withoutPlaceholders(text: string): string {
  const rest = text.replaceAll(PLACEHOLDER, '')
  return rest !== text && rest.trim().length <= MAX_BESIDE_PLACEHOLDER ? '' : text
}

/** Minimum length in characters of data for scripts. Shorter ones may be examples. */
const MIN_DATA = 100

/** @returns whether a text in a box is data for scripts, in JSON, which a style sheet of the page hides */
function isScriptData(text: string, parent: PageParent | null): boolean {
  if (text.length < MIN_DATA || !/^\s{0,99}(?:\{"|\[\{")/.test(text)) return false
  return parent !== null && (parent.nodeName === 'div' || parent.nodeName === 'span') && parseJson(text) !== undefined
}

function isCode(parent: PageParent | null): boolean {
  return (
    parent !== null && isElement(parent) && ['code', 'pre', 'kbd', 'samp', 'script', 'style'].includes(parent.tagName)
  )
}

/** Matches the places of the controls of a custom element with code. */
const CONTROL_SLOT = /^(?:action|button|control|copy|icon|tooltip)(?=$|-)/

/** @returns whether an element is the label or the icon of a control in a custom element with a block of code */
function isControlOfElement(element: PageElement): boolean {
  const slot = attributeOf(element, 'slot')
  if (slot === undefined || !CONTROL_SLOT.test(slot)) return false
  const { parentNode } = element
  if (parentNode === null || !isElement(parentNode) || !parentNode.tagName.includes('-')) return false
  return parentNode.childNodes.some(({ nodeName }) => nodeName === 'pre')
}

/** Matches the request to enlarge a picture, in the words of common systems. */
const FIGURE_PROMPT = /^(?:press enter or )?(?:click|tap)(?: here)? to (?:view|see|enlarge|zoom|expand)\b[^.!?]{0,40}$/i

/** @returns whether an element contains nothing but the request to enlarge a picture */
function isFigurePrompt({ childNodes }: PageElement): boolean {
  const [only] = childNodes
  if (only === undefined || childNodes.length > 1 || !isText(only)) return false
  return only.value.length <= MAX_TOOL && FIGURE_PROMPT.test(only.value.trim())
}

function isParagraphMark(link: PageElement): boolean {
  const [only, ...others] = link.childNodes
  if (only === undefined || !isText(only) || others.length > 0 || only.value.length > MAX_MARK) return false
  return PARAGRAPH_MARK.test(only.value) && attributeOf(link, 'href')?.includes('#') === true
}

const SOURCE_NAME = /(?:^|\s)(?:src|source|viewcode-link|viewcode-back)(?=$|\s)/i
const SOURCE_TEXT = /^\[?(?:source|src)\]?$/i

/** @returns whether a link beside the name of a function leads to its source code */
function isSourceLink(link: PageElement): boolean {
  if (!SOURCE_TEXT.test(textOf(link, MAX_TOOL).trim())) return false
  return [link, ...link.childNodes.filter(isElement)].some((one) => SOURCE_NAME.test(namesOf(one)))
}

/** Removes the sign between a tool and the text before it. */
function dropSeparator(tool: PageElement): void {
  const siblings = tool.parentNode?.childNodes ?? []
  const before = siblings[siblings.indexOf(tool) - 1]
  if (before !== undefined && isText(before)) before.value = before.value.replace(/\s[·|•]\s{0,9}$/, '')
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
