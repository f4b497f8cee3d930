import {
  attributeOf,
  createElement,
  createText,
  findElement,
  isElement,
  rewriteTree,
  textOf,
  type PageNode,
} from '../dom/page-tree.ts'
import { removePostControls } from './remove-post-controls.ts'
import { firstWithClass, hasClass } from '../dom/select-elements.ts'

/**
 * Replaces Discourse's previews of linked pages by links with the page titles, because previews repeat text of the
 * pages. Also removes the controls of the posts.
 */
export function linkPreviews(body: readonly PageNode[]): readonly PageNode[] {
  const root = createElement('div', {}, body)
  removePostControls(root)
  rewriteTree(root, (node) => {
    if (!isElement(node) || node.tagName !== 'aside' || !hasClass(node, 'onebox')) return node
    const href = attributeOf(node, 'data-onebox-src')
    const heading =
      findElement(node, ({ tagName }) => tagName === 'h3' || tagName === 'h4') ?? firstWithClass(node, 'source')
    if (href === undefined) return node
    const title = heading === undefined ? '' : textOf(heading, 300).trim()
    return createElement('p', {}, [createElement('a', { href }, [createText(title || href)])])
  })
  return root.childNodes
}
