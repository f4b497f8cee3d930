import { attributeOf, elementsOf, textOf, type PageElement, type PageParent } from '../dom/page-tree.ts'
import { readingTime } from './reading-time.ts'
import { largestCandidate, parseSrcset } from '../dom/srcset.ts'
import { webAddress } from '../dom/web-address.ts'

export interface ContentFacts {
  readonly readingTime: number
  readonly firstPicture: string | undefined
  /** Addresses of all pictures, in order; at most 100. */
  readonly pictures: readonly string[]
  /** Whether there is anything to read: at least one letter or digit. */
  readonly isReadable: boolean
  readonly characters: number
}

/**
 * @param tree finished content
 * @returns what it says about itself: how long it takes to read, and its first picture
 */
export function contentFacts(tree: PageParent): ContentFacts {
  const text = textOf(tree, Infinity)
  const images = elementsOf(tree).filter((element) => element.tagName === 'img')
  const pictures = images.slice(0, 100).flatMap((image) => pictureAddress(image) ?? [])
  return {
    readingTime: readingTime(text),
    firstPicture: pictures[0],
    pictures,
    isReadable: /[\p{L}\p{N}]/u.test(text),
    characters: text.length,
  }
}

function pictureAddress(image: PageElement): string | undefined {
  return webAddress(attributeOf(image, 'src')) ?? largestCandidate(parseSrcset(attributeOf(image, 'srcset') ?? ''))
}
