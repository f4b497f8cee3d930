import { sniffType } from '../fetching/sniff-type.ts'

/** The raster types that are kept and served, by what their bytes prove. SVG can run scripts and is never among them. */
const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ['image/png', 'png'],
  ['image/jpeg', 'jpg'],
  ['image/gif', 'gif'],
  ['image/webp', 'webp'],
  ['image/avif', 'avif'],
])

/** @returns the type of a raster image by its first bytes, whatever anybody says; undefined for anything else */
export function rasterType(bytes: Uint8Array): string | undefined {
  const { mimetype } = sniffType(bytes, undefined)
  return EXTENSIONS.has(mimetype) ? mimetype : undefined
}

/** @returns how the name of an image of this type ends @throws when the type is none that is kept */
export function extensionOf(type: string): string {
  const extension = EXTENSIONS.get(type)
  if (extension === undefined) throw new Error(`${type} is not kept`)
  return extension
}
