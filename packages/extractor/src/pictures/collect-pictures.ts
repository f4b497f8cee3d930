import { html } from 'parse5'
import { attributeOf, elementsOf, findElements, setAttribute, type PageElement } from '../dom/page-tree.ts'
import type { EmbeddedPictures } from './embedded-pictures.ts'

/** Matches a data address of a picture (RFC 2397). */
const DATA_ADDRESS = /^data:image\/[\w.+-]{1,40};base64,([\w+/=\s]+)$/i

/**
 * Collects the pictures of a document, and replaces the addresses of its images by those of the collected pictures.
 * Addresses on the web stay; all others are removed.
 *
 * @param root the tree, changed in place
 * @param find returns the bytes of the picture at an address; undefined if the file does not contain it
 */
export function collectPictures(
  root: PageElement,
  pictures: EmbeddedPictures,
  find: (source: string) => Uint8Array | undefined,
): void {
  for (const element of elementsOf(root)) {
    if (element.tagName === 'svg') showCover(element)
    if (element.tagName !== 'img') continue
    const source = attributeOf(element, 'src') ?? ''
    if (/^https?:/i.test(source)) continue
    const data = DATA_ADDRESS.exec(source)?.[1]
    const bytes = data === undefined ? find(source) : Buffer.from(data, 'base64')
    setAttribute(element, 'src', bytes && pictures.add(bytes))
  }
}

/** Replaces an SVG drawing that contains just one image, such as a book cover, by that image. */
function showCover(drawing: PageElement): void {
  const shown = findElements(drawing, ({ tagName }) => tagName === 'image')
  const [image] = shown
  if (shown.length !== 1 || image === undefined) return
  const source = attributeOf(image, 'href')
  if (source === undefined) return
  drawing.tagName = drawing.nodeName = 'img'
  drawing.namespaceURI = html.NS.HTML
  drawing.attrs = []
  drawing.childNodes = []
  setAttribute(drawing, 'src', source)
}
