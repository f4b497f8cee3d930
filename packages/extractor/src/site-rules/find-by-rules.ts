import { attributeOf, findElements, type PageElement, type PageParent } from '../dom/page-tree.ts'
import type { PageXPath } from './page-xpath.ts'
import type { SiteRules } from './site-rules.ts'

export interface FoundByRules {
  readonly title: string | undefined
  readonly authors: readonly string[]
  readonly dates: readonly string[]
  /** Elements with the text, in document order. None of them is inside another one. */
  readonly body: readonly PageElement[]
  readonly dropped: ReadonlySet<PageElement>
  /** Address as the page contains it, not resolved. The same applies to `singlePage`. */
  readonly nextPage: string | undefined
  readonly singlePage: string | undefined
  /** Messages about invalid expressions. */
  readonly notes: readonly string[]
}

const MAX_NOTES = 10

/**
 * Finds the parts of a page that the rules select. An invalid expression is skipped, and a note reports it.
 *
 * @param xpath evaluates expressions on the page
 * @param page the page's tree, which is not changed
 */
export function findByRules(xpath: PageXPath, page: PageParent, rules: SiteRules): FoundByRules {
  const notes: string[] = []
  const tried = <T>(expression: string, find: (expression: string) => T[]): T[] => {
    try {
      return find(expression)
    } catch {
      if (notes.length < MAX_NOTES) notes.push(`invalid or unsupported: ${expression.slice(0, 100)}`)
      return []
    }
  }
  const texts = (expressions: readonly string[]): string[] => firstOf(expressions, (one) => tried(one, xpath.texts))
  const elements = (one: string): PageElement[] => tried(one, xpath.elements)
  const isSplit = rules.ifPageContains.length === 0 || rules.ifPageContains.some((one) => elements(one).length > 0)
  const links = (some: readonly string[]): string | undefined => firstOf(some, (one) => linksOf(tried, xpath, one))[0]
  return {
    title: texts(rules.title)[0],
    authors: texts(rules.author),
    dates: texts(rules.date),
    body: outermost(firstOf(rules.body, elements)),
    dropped: new Set([...rules.strip.flatMap(elements), ...namedElements(page, rules)]),
    nextPage: links(rules.nextPageLink),
    singlePage: isSplit ? links(rules.singlePageLink) : undefined,
    notes,
  }
}

/** @returns the result of the first expression that finds anything */
function firstOf<T>(expressions: readonly string[], find: (expression: string) => T[]): T[] {
  for (const expression of expressions) {
    const found = find(expression)
    if (found.length > 0) return found
  }
  return []
}

/** @returns the addresses of links. Expressions may select link elements or their `href` attributes. */
function linksOf(
  tried: <T>(expression: string, find: (expression: string) => T[]) => T[],
  xpath: PageXPath,
  expression: string,
): string[] {
  const named = tried(expression, xpath.elements).flatMap((element) => attributeOf(element, 'href') ?? [])
  return named.length > 0
    ? named
    : tried(expression, xpath.texts)
        .map((text) => text.trim())
        .filter(Boolean)
}

function namedElements(page: PageParent, { stripIdOrClass, stripImageSrc }: SiteRules): PageElement[] {
  if (stripIdOrClass.length === 0 && stripImageSrc.length === 0) return []
  return findElements(page, (element) => {
    if (element.tagName === 'body' || element.tagName === 'html') return false
    const isImage = element.tagName === 'img' && holds(attributeOf(element, 'src'), stripImageSrc)
    return isImage || ['id', 'class'].some((name) => holds(attributeOf(element, name), stripIdOrClass))
  })
}

function outermost(elements: readonly PageElement[]): PageElement[] {
  const all = new Set<PageParent>(elements)
  return [...new Set(elements)].filter((element) => {
    for (let parent = element.parentNode; parent !== null && 'parentNode' in parent; parent = parent.parentNode)
      if (all.has(parent)) return false
    return true
  })
}

function holds(text: string | undefined, parts: readonly string[]): boolean {
  return text !== undefined && parts.some((part) => text.includes(part))
}
