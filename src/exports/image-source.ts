import { addressKey } from '../images/address-key.ts'
import type { StoredImage } from './exported-entry.ts'

/** The stored copies of images that a file may contain. Missing images are not downloaded. */
export interface ImageSource {
  /** @returns the stored copy of the image at an address, or undefined if there is none */
  get(address: string): StoredImage | undefined
}

export function imageSource(images: readonly StoredImage[]): ImageSource {
  const byKey = new Map(images.map((image) => [image.key, image]))
  return { get: (address) => byKey.get(Buffer.from(addressKey(address)).toString('hex')) }
}
