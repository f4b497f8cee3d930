import { attributeOf, type PageElement } from '../dom/page-tree.ts'

/** Matches the size in the name of a smaller version of a picture, such as `pier-1024x768.jpg`, and the ending. */
const SIZE_AND_ENDING = /(?:[-_@](?:\d{2,4}x\d{2,4}|\d{3,4}w?|scaled|\dx))?\.\w{3,4}$/i
/** Minimum length in characters of a name that identifies a picture. */
const MIN_NAME = 6
const MAX_ADDRESS = 2000

/** @returns the name of the file to which an address leads, without size and ending; empty if it is too short to identify it */
export function pictureName(address: string): string {
  const path = address.slice(0, MAX_ADDRESS).split(/[?#]/, 1)[0]!
  const name = path.slice(path.lastIndexOf('/') + 1).replace(SIZE_AND_ENDING, '')
  return name.length < MIN_NAME ? '' : name.toLowerCase()
}

/** @returns the names of the file of an `img` element and of its other versions */
export function namesOfPicture(image: PageElement): string[] {
  const versions = (attributeOf(image, 'srcset') ?? '').slice(0, MAX_ADDRESS).split(/,\s+/)
  const addresses = [attributeOf(image, 'src') ?? '', ...versions.map((version) => version.trim().split(/\s/, 1)[0]!)]
  return addresses.map(pictureName).filter((name) => name !== '')
}
