import type { ElementList } from '../../dom/element-list.ts'
import { attributeOf, createElement, createText, setChildren, type PageElement } from '../../dom/page-tree.ts'
import { webAddress } from '../../dom/web-address.ts'
import { parseJson, textAt, valueAt } from '../../metadata/json-values.ts'

const MAX_DATA = 50_000
const MAX_PICTURES = 4

/**
 * Turns posts of Twitter that an editor has put into the text into quotations with their authors. Substack draws them as a
 * card whose names of classes are generated, and states them as data.
 *
 * @param elements the elements of the page, changed in place
 * @returns the number of posts
 */
export function quoteStatedPosts(elements: ElementList): number {
  const boxes = elements.withClass(/tweet|twitter/i)
  return boxes.filter(quotePost).length
}

function quotePost(box: PageElement): boolean {
  const stated = attributeOf(box, 'data-attrs')
  if (stated === undefined || stated.length > MAX_DATA) return false
  const data = parseJson(stated)
  const [text, address] = [textAt(data, 'full_text')?.trim(), webAddress(textAt(data, 'url'), '')]
  if (!text || address === undefined) return false
  box.tagName = box.nodeName = 'blockquote'
  box.attrs = []
  const lines = text.split(/\n+/).map((line) => createElement('p', {}, [createText(line)]))
  const source = createElement('a', { href: address }, [createText(authorOf(data) ?? address)])
  setChildren(box, [...lines, ...picturesOf(data), createElement('p', {}, [createText('— '), source])])
  return true
}

function authorOf(data: unknown): string | undefined {
  const [name, user] = [textAt(data, 'name')?.trim(), textAt(data, 'username')?.trim()]
  return name && user ? `${name} (@${user})` : name || user
}

function picturesOf(data: unknown): PageElement[] {
  const photos = valueAt(data, 'photos')
  const addresses = (Array.isArray(photos) ? photos.slice(0, MAX_PICTURES) : []).flatMap(
    (photo: unknown) => webAddress(textAt(photo, 'img_url'), '') ?? [],
  )
  return addresses.map((src) => createElement('p', {}, [createElement('img', { src, alt: '' }, [])]))
}
