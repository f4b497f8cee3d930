import { hash } from 'node:crypto'
import type { ImageSource } from '../image-source.ts'
import type { StoredImage } from '../exported-entry.ts'
import type { BookItem } from './book-model.ts'

/** Image types that every reading system supports (EPUB 3.3, 3.2), with their file extensions. */
const IMAGE_EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ['image/jpeg', 'jpg'],
  ['image/png', 'png'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
])

/**
 * Maximum number and maximum total size in bytes of the images in one book. Further images become links to their
 * originals.
 */
const MAX_IMAGES = 20_000
const MAX_BYTES = 2_000_000_000

/** The images of a book. An image that several articles contain is stored once. */
export class BookImages {
  readonly #items = new Map<string, BookItem>()
  #bytes = 0

  /**
   * @param onNew called with each image that is not in the book yet
   * @returns a function that adds the image with a given address to the book. The function returns the image's path in
   * the book, or undefined if there is no usable copy.
   */
  placer(
    source: ImageSource,
    onNew: (path: string, image: StoredImage) => void,
  ): (address: string) => string | undefined {
    return (address) => {
      const image = source.get(address)
      const ending = IMAGE_EXTENSIONS.get(image?.type ?? '')
      if (!image || ending === undefined) return undefined
      const name = hash('sha256', image.bytes).slice(0, 32)
      const known = this.#items.get(name)
      if (known) return known.path
      if (this.#items.size >= MAX_IMAGES || this.#bytes + image.bytes.length > MAX_BYTES) return undefined
      this.#bytes += image.bytes.length
      const path = `images/${name}.${ending}`
      this.#items.set(name, { id: `image-${name}`, path, type: image.type, isPage: false })
      onNew(path, image)
      return path
    }
  }

  /**
   * @param cover path of the cover picture, if any
   * @returns the manifest items of all images
   */
  items(cover: string | undefined): readonly BookItem[] {
    return [...this.#items.values()].map((item) =>
      item.path === cover ? { ...item, id: 'cover', properties: 'cover-image' } : item,
    )
  }
}
