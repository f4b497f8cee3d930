import { createElement, createText, type PageElement } from '../dom/page-tree.ts'

/**
 * @param address address that a link post shares
 * @returns one paragraph that links to it; empty if the address is missing or does not start with http: or https:
 */
export function sharedLink(address: string | undefined): PageElement[] {
  if (address === undefined || !/^https?:/i.test(address)) return []
  return [createElement('p', {}, [createElement('a', { href: address }, [createText(address)])])]
}
