import { attributeOf, elementsOf, setChildren, type PageElement, type PageParent } from './page-tree.ts'
import { flattenBelow, MAX_DEPTH } from './parse-page.ts'

/** Maximum nesting of shadow roots. Deeper ones are not opened. */
const MAX_ROUNDS = 5
const MODES = new Set(['open', 'closed'])

/**
 * Replaces declarative shadow roots, `<template shadowrootmode="open">` (HTML standard, 4.12.3), by their content. A
 * browser shows this content instead of the host's children, and the children only in its slots. Here, the content is
 * placed before the children, which is roughly the order on the screen.
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
  if (element.tagName !== 'template' || !('content' in element)) return false
  // Chromium writes another attribute into MHTML files (seen in version 147).
  const mode = attributeOf(element, 'shadowrootmode') ?? attributeOf(element, 'shadowmode')
  return MODES.has(mode?.toLowerCase() ?? '')
}

function open(root: ShadowRoot): void {
  const host = root.parentNode
  if (host === null) return
  setChildren(
    host,
    host.childNodes.flatMap((child) => (child === root ? root.content.childNodes : [child])),
  )
}
