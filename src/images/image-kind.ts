import { sniffType } from '@dogear/extractor/service'

/** The raster types that are stored and served, by their bytes. SVG can run scripts and is never included. */
const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ['image/png', 'png'],
  ['image/jpeg', 'jpg'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
  ['image/avif', 'avif'],
  ['image/x-icon', 'ico'],
])

/** @returns the type of a raster image by its first bytes, whatever its declared type; undefined for anything else */
export function rasterType(bytes: Uint8Array): string | undefined {
  if (isIcon(bytes)) return 'image/x-icon'
  const { mimetype } = sniffType(bytes, undefined)
  return EXTENSIONS.has(mimetype) ? mimetype : undefined
}

/** Two zeroes, the type 1, and the number of pictures: a file that browsers accept as a site icon. */
function isIcon(bytes: Uint8Array): boolean {
  const [zero, none, type, high, count = 0, many] = bytes
  return zero === 0 && none === 0 && type === 1 && high === 0 && count > 0 && count <= 32 && many === 0
}

/** @returns the file name extension of an image type @throws for a type that is not stored */
export function extensionOf(type: string): string {
  const extension = EXTENSIONS.get(type)
  if (extension === undefined) throw new Error(`${type} is not kept`)
  return extension
}
