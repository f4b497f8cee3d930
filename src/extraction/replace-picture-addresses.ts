import type { Article, EmbeddedPicture } from '@dogear/extractor/service'

/** Matches an image of a document in sanitised content. The sanitiser writes the attribute `src` first. */
const IMAGE_TAG = /<img src="[^"]*#picture-([\da-f]{32})"([^>]*)>/g
/** Matches elements that became empty because their image was removed. */
const EMPTY_ELEMENT = /<figure>\s*<\/figure>|<p>\s*<\/p>/g

/**
 * Replaces the placeholder addresses of a document's pictures, in its content and its preview picture.
 * @param addressOf returns the new address of a picture; a picture without one is removed
 */
export function replacePictureAddresses(
  article: Article,
  pictures: readonly EmbeddedPicture[],
  addressOf: (picture: EmbeddedPicture) => string | undefined,
): Article {
  if (pictures.length === 0) return article
  const addresses = new Map(pictures.map((picture) => [keyOf(picture.address), addressOf(picture)]))
  const content = article.content.replaceAll(IMAGE_TAG, (tag, key: string, rest: string) => {
    if (!addresses.has(key)) return tag
    const address = addresses.get(key)
    return address === undefined ? '' : `<img src="${escapeAttribute(address)}"${rest}>`
  })
  const preview = article.previewPicture
  const key = preview === undefined ? '' : keyOf(preview)
  return {
    ...article,
    content: content.replaceAll(EMPTY_ELEMENT, ''),
    previewPicture: addresses.has(key) ? addresses.get(key) : preview,
  }
}

function keyOf(address: string): string {
  return /#picture-([\da-f]{32})$/.exec(address)?.[1] ?? ''
}

function escapeAttribute(address: string): string {
  return address.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
}
