import { createElement, createText, type PageElement } from '../dom/page-tree.ts'

/**
 * @param address address that a post recommends
 * @returns a paragraph with a link to it, as the start of the post; empty if the address is missing or relative
 */
export function sourceLink(address: string | undefined): PageElement[] {
  if (address === undefined || !/^https?:/i.test(address)) return []
  return [createElement('p', {}, [createElement('a', { href: address }, [createText(address)])])]
}
