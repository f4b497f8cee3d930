import { sniffType } from '@dogear/extractor/service'

/**
 * File name extensions of the image types that Dogear stores. SVG is not among them, because it can contain scripts.
 */
const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ['image/png', 'png'],
  ['image/jpeg', 'jpg'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
  ['image/avif', 'avif'],
  ['image/x-icon', 'ico'],
])

/** @returns the media type of an image, detected from its first bytes; undefined if Dogear does not store this type */
export function imageType(bytes: Uint8Array): string | undefined {
  if (isIcon(bytes)) return 'image/x-icon'
  const { mimetype } = sniffType(bytes, undefined)
  return EXTENSIONS.has(mimetype) ? mimetype : undefined
}

/**
 * @returns true if the file is an ICO icon. An ICO file starts with three 16-bit numbers: 0, the type 1, and the number
 *   of its pictures.
 */
function isIcon(bytes: Uint8Array): boolean {
  const [zero, none, type, high, count = 0, many] = bytes
  return zero === 0 && none === 0 && type === 1 && high === 0 && count > 0 && count <= 32 && many === 0
}

/**
 * @returns the file name extension of an image type
 * @throws Error for a type that Dogear does not store
 */
export function extensionOf(type: string): string {
  const extension = EXTENSIONS.get(type)
  if (extension === undefined) throw new Error(`Images of type ${type} are not stored`)
  return extension
}
