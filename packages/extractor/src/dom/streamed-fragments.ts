import {
  attributeOf,
  elementsOf,
  isElement,
  setChildren,
  type PageElement,
  type PageNode,
  type PageParent,
} from './page-tree.ts'

/** Maximum number of placeholders that are replaced. Further parts stay where they are. */
const MAX_PLACEHOLDERS = 2000
const PLACEHOLDER_ID = /^[BP]:([\da-f]{1,8})$/
const FRAGMENT_ID = /^S:([\da-f]{1,8})$/
/** React's comments that start the fallback content, which a late part replaces. */
const FALLBACK_START = new Set(['$', '$?', '$!', '$~', '&'])
const FALLBACK_END = new Set(['/$', '/&'])

/**
 * Moves the late parts of a page streamed by React to their positions, as the page's own script does in a browser.
 * React sends these parts at the end of the page, in hidden elements with ids such as `S:1`. A placeholder marks the
 * position of each part: `<template id="B:1">`, or `P:1` inside another part. Each part replaces its placeholder and
 * the fallback content after that (React, `ReactDOMFizzInstructionSetShared`).
 *
 * @param page the page's tree, changed in place
 * @returns the number of parts moved
 */
export function insertStreamedFragments(page: PageParent): number {
  const elements = elementsOf(page)
  const places = elements.filter((element) => numberOf(element, 'template', PLACEHOLDER_ID) !== undefined)
  if (places.length === 0) return 0
  const parts = new Map<string, PageElement>()
  for (const element of elements) {
    const number = numberOf(element, 'div', FRAGMENT_ID)
    if (number !== undefined && attributeOf(element, 'hidden') !== undefined) parts.set(number, element)
  }
  let moved = 0
  for (const place of places.slice(0, MAX_PLACEHOLDERS)) {
    const part = parts.get(numberOf(place, 'template', PLACEHOLDER_ID)!)
    if (part === undefined || part.childNodes.length === 0 || isWithin(place, part)) continue
    replacePlaceholder(place, part)
    moved += 1
  }
  return moved
}

function numberOf(element: PageElement, tagName: string, pattern: RegExp): string | undefined {
  if (element.tagName !== tagName) return undefined
  return pattern.exec(attributeOf(element, 'id') ?? '')?.[1]
}

/**
 * Maximum depth in elements at which a part is inserted. Deeper parts stay where they are, because parts within parts
 * could make the tree too deep.
 */
const MAX_DEPTH = 512

/** @returns whether the element is inside `ancestor`, or so deep that no part may be inserted there */
function isWithin(element: PageElement, ancestor: PageElement): boolean {
  let parent: PageParent | null = element.parentNode
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    if (parent === null || parent === ancestor) return parent === ancestor
    parent = isElement(parent) ? parent.parentNode : null
  }
  return true
}

function replacePlaceholder(place: PageElement, part: PageElement): void {
  const parent = place.parentNode
  if (parent === null) return
  const at = parent.childNodes.indexOf(place)
  const isBoundary = attributeOf(place, 'id')!.startsWith('B')
  const end = isBoundary ? endOfFallback(parent.childNodes, at + 1) : at + 1
  const children = part.childNodes
  part.childNodes = []
  setChildren(parent, [...parent.childNodes.slice(0, at), ...children, ...parent.childNodes.slice(end)])
}

/** @returns the index of the comment that ends the fallback content; `start` if there is no such comment */
function endOfFallback(nodes: readonly PageNode[], start: number): number {
  let depth = 0
  for (let i = start; i < nodes.length; i++) {
    const node = nodes[i]!
    const said = 'data' in node ? node.data : undefined
    if (said === undefined) continue
    if (FALLBACK_START.has(said)) depth += 1
    else if (FALLBACK_END.has(said) && depth-- === 0) return i
  }
  return start
}
