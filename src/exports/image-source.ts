import { addressKey } from '../images/image-tags.ts'
import type { StoredImage } from './exported-entry.ts'

/** Where images come from while a file is made: from what is stored, never from the network. */
export interface ImageSource {
  /** @returns our copy of the image at an address, or undefined when there is none */
  get(address: string): StoredImage | undefined
}

export function imageSource(images: readonly StoredImage[]): ImageSource {
  const byKey = new Map(images.map((image) => [image.key, image]))
  return { get: (address) => byKey.get(Buffer.from(addressKey(address)).toString('hex')) }
}
