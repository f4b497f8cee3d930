import { html } from '../kernel/html.ts'
import { pictureOf, replaceImages } from './image-elements.ts'
import type { FindCopy } from './load-image-copies.ts'

/**
 * Replaces the images and video posters in sanitised content by their copies. An image with a copy gets its width and
 * height, so that the layout does not shift while it loads. An image without a copy keeps its original address.
 */
export function showCopies(content: string, findCopy: FindCopy): string {
  return replaceImages(content, (tag, attributes) => {
    const copy = findCopy(pictureOf(attributes, tag) ?? '')
    if (!copy) return tag
    if (tag.startsWith('<video')) return tag.replace(/ poster="[^"]*"/, ` poster="${copy.path}"`)
    const [alt, title] = [attributes.get('alt') ?? '', attributes.get('title') ?? '']
    return html`
      <img
        src="${copy.path}"
        alt="${alt}"
        title="${title}"
        width="${copy.width}"
        height="${copy.height}"
        loading="lazy"
      >
    `.toString()
  })
}
