import { groupBy } from './group-by.ts'
import {
  attributeOf,
  elementsOf,
  findElements,
  isElement,
  isText,
  setChildren,
  type PageElement,
  type PageNode,
  type PageParent,
} from './page-tree.ts'
import { flattenBelow, MAX_DEPTH } from './parse-page.ts'

/** Maximum nesting of shadow roots. Deeper ones are not opened. */
const MAX_ROUNDS = 5
const MODES = new Set(['open', 'closed'])

/**
 * Replaces declarative shadow roots, `<template shadowrootmode="open">` (HTML standard, 4.12.3), by their content. A
 * browser shows this content instead of the host's children, and the children only in its slots. Children without a
 * slot are placed after the content, because some pages show them later.
 *
 * @param page the page's tree, changed in place
 * @returns the number of replaced shadow roots
 */
export function openShadowRoots(page: PageParent): number {
  let opened = 0
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const roots = elementsOf(page).filter(isShadowRoot)
    for (const root of roots) open(root)
    opened += roots.length
    if (roots.length === 0) break
  }
  if (opened > 0) flattenBelow(page, MAX_DEPTH)
  return opened
}

type ShadowRoot = PageElement & { readonly content: PageParent }

function isShadowRoot(element: PageElement): element is ShadowRoot {
  if (element.tagName !== 'template' || (element as Partial<ShadowRoot>).content === undefined) return false
  // Chromium writes another attribute into MHTML files (seen in version 147).
  const mode = attributeOf(element, 'shadowrootmode') ?? attributeOf(element, 'shadowmode')
  return MODES.has(mode?.toLowerCase() ?? '')
}

function open(root: ShadowRoot): void {
  const host = root.parentNode
  if (host === null) return
  const children = host.childNodes.filter((child) => child !== root)
  const rest = fillSlots(root.content, children)
  setChildren(host, [...root.content.childNodes, ...rest])
}

/**
 * Puts children of the host into the slots with their names. A slot that gets none keeps its own content.
 * @returns the children without a slot
 */
function fillSlots(content: PageParent, children: readonly PageNode[]): readonly PageNode[] {
  const waiting = groupBy(children, slotOf)
  for (const slot of findElements(content, ({ tagName }) => tagName === 'slot')) {
    const name = attributeOf(slot, 'name') ?? ''
    const filling = waiting.get(name)
    if (filling === undefined || filling.every((child) => isText(child) && child.value.trim() === '')) continue
    setChildren(slot, filling)
    waiting.delete(name)
  }
  return children.filter((child) => waiting.has(slotOf(child)))
}

function slotOf(child: PageNode): string {
  return (isElement(child) && attributeOf(child, 'slot')) || ''
}
