import { joinLineRuns, type PdfRun } from './runs-to-lines.ts'
import type { PdfLine } from './pdf-line.ts'
import { withPdf, type OpenPdf, type StructNode } from './pdf-js.ts'

/** An element of the structure tree of a page, with its text (ISO 32000-2, 14.8.4). */
export interface PdfTag {
  /** Standard role such as `P` or `H1`; empty for text that belongs to the parent element. */
  readonly role: string
  readonly alt?: string
  /** Ids of the marked content (ISO 32000-2, 14.6) of a figure. */
  readonly marks?: readonly string[]
  readonly lines?: readonly PdfLine[]
  readonly children?: readonly PdfTag[]
}

/** Pieces of text on a page by the id of their marked content, without artifacts. */
type RunsByMark = ReadonlyMap<string, readonly PdfRun[]>

interface MarkItem {
  readonly type: string
  readonly tag?: string
  readonly id?: string
}

/** Roles of elements that start a new line. Elements with other roles are part of the text around them. */
const BLOCK_ROLES = new Set(
  (
    'P H H1 H2 H3 H4 H5 H6 Title L LI Lbl LBody Table THead TBody TFoot TR TH TD Figure Formula Caption BlockQuote ' +
    'Sect Div Part Art Aside Document DocumentFragment TOC TOCI Index Note FENote Artifact'
  ).split(' '),
)
/**
 * Roles of elements that group other elements. Code directly in a group is a block; elsewhere, it is part of a line.
 */
const GROUP_ROLES = new Set(['Document', 'DocumentFragment', 'Part', 'Art', 'Sect', 'Div', 'Aside', 'Figure', 'Root'])
/**
 * Maximum numbers of elements and of marked content on a page. If a page exceeds one of them, the tags of the file are
 * not used. The time that pdf.js takes grows with the square of the amount of marked content.
 */
const MAX_ELEMENTS = 20_000
const MAX_MARKS = 3000

/**
 * Reads the structure trees of a tagged file.
 *
 * @param data the file; pdf.js takes over its buffer
 * @param until point in time of `performance.now()` after which no further page is read
 * @returns the trees of the pages in order; undefined if a page has none, or if the time or another limit is exceeded
 */
export async function readTags(data: Uint8Array, until: number): Promise<readonly PdfTag[] | undefined> {
  return withPdf(data, async ({ pdf }) => {
    const tags: PdfTag[] = []
    for (let number = 1; number <= pdf.numPages; number++) {
      const tag = performance.now() < until ? await tagsOfPage(pdf, number).catch(() => undefined) : undefined
      if (tag === undefined) return undefined
      tags.push(tag)
    }
    return tags
  })
}

async function tagsOfPage(pdf: OpenPdf, number: number): Promise<PdfTag | undefined> {
  const page = await pdf.getPage(number)
  const byMark = runsByMark((await page.getTextContent({ includeMarkedContent: true })).items)
  const tree = byMark.size > MAX_MARKS ? null : await page.getStructTree()
  page.cleanup()
  // The tree is null if the page is empty, if its text is not tagged, or if it has too much marked content. If the page
  // has text, the trees of the file are then incomplete, and none of them is used.
  return tree === null ? (byMark.size > 0 ? undefined : { role: '' }) : tagTree(tree, byMark)
}

function runsByMark(items: readonly object[]): RunsByMark {
  const byMark = new Map<string, PdfRun[]>()
  const open: MarkItem[] = []
  for (const item of items) {
    if ('str' in item) {
      if (open.some(({ tag }) => tag === 'Artifact')) continue
      const mark = open.findLast(({ id }) => typeof id === 'string')?.id
      if (mark === undefined) continue
      const runs = byMark.get(mark)
      if (runs === undefined) byMark.set(mark, [item as PdfRun])
      else runs.push(item as PdfRun)
    } else if ((item as MarkItem).type === 'endMarkedContent') open.pop()
    else open.push(item as MarkItem)
  }
  return byMark
}

/** @returns the structure tree of a page with its text; undefined if it is too large */
function tagTree(root: StructNode, byMark: RunsByMark): PdfTag | undefined {
  const budget = { left: MAX_ELEMENTS }
  const tag = tagOf(root, byMark, budget)
  return budget.left > 0 ? tag : undefined
}

function tagOf(node: StructNode, byMark: RunsByMark, budget: { left: number }): PdfTag {
  const { role = '', alt } = node
  const children = childrenOf(node, byMark, budget)
  const marks = role === 'Figure' ? contentIds(node).map((id) => id.replace(/^.*_mc/, '')) : []
  return { role, ...(alt && { alt: alt.slice(0, 2000) }), ...(marks.length > 0 && { marks }), children }
}

/** @returns the children that start a new line, and the text between them */
function childrenOf(node: StructNode, byMark: RunsByMark, budget: { left: number }): PdfTag[] {
  const children: PdfTag[] = []
  let runs: PdfRun[] = []
  const flush = (): void => {
    const lines = joinLineRuns(runs)
    if (lines.length > 0) children.push({ role: '', lines })
    runs = []
  }
  for (const child of node.children ?? []) {
    budget.left -= 1
    if (budget.left <= 0) break
    if (isInline(child) && !isCodeBlock(child, node)) {
      runs.push(...contentIds(child).flatMap((id) => byMark.get(id) ?? []))
      continue
    }
    flush()
    children.push(tagOf(child, byMark, budget))
  }
  flush()
  return children
}

function isCodeBlock({ role }: StructNode, parent: StructNode): boolean {
  return role === 'Code' && GROUP_ROLES.has(parent.role ?? '')
}

function isInline(node: StructNode): boolean {
  if (node.role !== undefined && BLOCK_ROLES.has(node.role)) return false
  return (node.children ?? []).every(isInline)
}

/** @returns the ids of the marked content in an element and in its descendants */
function contentIds(node: StructNode): readonly string[] {
  if (node.type === 'content') return node.id === undefined ? [] : [node.id]
  return (node.children ?? []).flatMap(contentIds)
}
