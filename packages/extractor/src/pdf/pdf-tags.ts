import { joinLineRuns, type PdfRun } from './pdf-lines.ts'
import type { PdfLine } from './pdf-line.ts'
import type { StructNode } from './pdf-js.ts'

/** An element of the structure tree of a page, with its text (ISO 32000-2, 14.8.4). */
export interface PdfTag {
  /** Standard role such as `P` or `H1`; empty for text that belongs to the element around it. */
  readonly role: string
  /** Alternative text. */
  readonly alt?: string
  /** Ids of the marked content of a figure. */
  readonly marks?: readonly string[]
  readonly lines?: readonly PdfLine[]
  readonly children?: readonly PdfTag[]
}

/** A page's pieces of text, and those of each marked content by its id. Artifacts are left out of both. */
export interface MarkedRuns {
  readonly runs: readonly PdfRun[]
  readonly byMark: ReadonlyMap<string, readonly PdfRun[]>
}

interface MarkItem {
  readonly type: string
  readonly tag?: string
  readonly id?: string
}

/** Roles of elements that start a line of their own. All others are part of the text around them. */
const BLOCKS = new Set(
  (
    'P H H1 H2 H3 H4 H5 H6 Title L LI Lbl LBody Table THead TBody TFoot TR TH TD Figure Formula Caption BlockQuote ' +
    'Sect Div Part Art Aside Document DocumentFragment TOC TOCI Index Note FENote Artifact'
  ).split(' '),
)
/** Elements that group others. Code directly inside of them is a block; elsewhere it is part of a line. */
const GROUPS = new Set(['Document', 'DocumentFragment', 'Part', 'Art', 'Sect', 'Div', 'Aside', 'Figure', 'Root'])
/** Maximum number of elements on a page. */
const MAX_ELEMENTS = 20_000

/** Groups a page's pieces of text by their marks. */
export function markedRuns(items: readonly object[]): MarkedRuns {
  const runs: PdfRun[] = []
  const byMark = new Map<string, PdfRun[]>()
  const open: MarkItem[] = []
  for (const item of items) {
    if ('str' in item) {
      if (open.some(({ tag }) => tag === 'Artifact')) continue
      runs.push(item as PdfRun)
      const mark = open.findLast(({ id }) => typeof id === 'string')?.id
      if (mark !== undefined) byMark.set(mark, [...(byMark.get(mark) ?? []), item as PdfRun])
    } else if ((item as MarkItem).type === 'endMarkedContent') open.pop()
    else open.push(item as MarkItem)
  }
  return { runs, byMark }
}

/** @returns the structure tree of a page with its text; undefined if it is too large */
export function tagTree(root: StructNode, byMark: MarkedRuns['byMark']): PdfTag | undefined {
  const budget = { left: MAX_ELEMENTS }
  const tag = tagOf(root, byMark, budget)
  return budget.left > 0 ? tag : undefined
}

function tagOf(node: StructNode, byMark: MarkedRuns['byMark'], budget: { left: number }): PdfTag {
  const { role = '', alt } = node
  const children = childrenOf(node, byMark, budget)
  const marks = role === 'Figure' ? contentIds(node).map((id) => id.replace(/^.*_mc/, '')) : []
  return { role, ...(alt && { alt: alt.slice(0, 2000) }), ...(marks.length > 0 && { marks }), children }
}

/** @returns the elements that start a line of their own, and the text between them */
function childrenOf(node: StructNode, byMark: MarkedRuns['byMark'], budget: { left: number }): PdfTag[] {
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
  return role === 'Code' && GROUPS.has(parent.role ?? '')
}

function isInline(node: StructNode): boolean {
  if (node.role !== undefined && BLOCKS.has(node.role)) return false
  return (node.children ?? []).every(isInline)
}

/** @returns the ids of the content of an element and of all elements in it */
function contentIds(node: StructNode): readonly string[] {
  if (node.type === 'content') return node.id === undefined ? [] : [node.id]
  return (node.children ?? []).flatMap(contentIds)
}
