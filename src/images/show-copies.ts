import { html } from '../kernel/html.ts'
import { pictureOf, replaceImages } from './image-tags.ts'
import type { FindCopy } from './load-copies.ts'

/**
 * @param content sanitised content
 * @returns the same with our copies in place of the images that we have, each with its size so that nothing jumps, and in
 *   place of those that stand for a film; the others keep their original address
 */
export function showCopies(content: string, findCopy: FindCopy): string {
  return replaceImages(content, (tag, attributes) => {
    const copy = findCopy(pictureOf(attributes, tag) ?? '')
    if (!copy) return tag
    if (tag.startsWith('<video')) return tag.replace(/ poster="[^"]*"/, ` poster="${copy.path}"`)
    const [alt, title] = [attributes.get('alt') ?? '', attributes.get('title') ?? '']
    return html`<img src="${copy.path}" alt="${alt}" title="${title}" width="${copy.width}" height="${copy.height}" loading="lazy">`.toString()
  })
}
