import { Readability } from '@mozilla/readability'
import { linkedomDocument } from './linkedom-document.ts'
import { isElement, type PageParent } from './page-tree.ts'
import { flattenBelow } from './parse-page.ts'

/**
 * Readability reads each element's text anew for each of its ancestors, so its work grows with the sum of all depths.
 * Real pages stay below a tenth of this; a page that was built to be slow is laid flat before.
 */
const MAX_SUM_OF_DEPTHS = 3_000_000
const DEPTH_OF_SLOW_PAGES = 32

/** Players that stay in the text until they become links. */
const KEPT_PLAYERS = /\/\/(?:[\w-]{1,20}\.)?(?:dailymotion|youtube|youtube-nocookie|ted|vimeo)\.com\//i

/**
 * Finds the part of the page that a reader came for.
 *
 * @param page the page's tree, addresses already absolute
 * @param title the page's title, or empty
 * @returns the HTML of that part, not sanitised; undefined when there is no text
 */
export function readableContent(page: PageParent, title: string): string | undefined {
  if (sumOfDepths(page) > MAX_SUM_OF_DEPTHS) flattenBelow(page, DEPTH_OF_SLOW_PAGES)
  const document = linkedomDocument(page, title)
  const reader = new Readability(document as unknown as ConstructorParameters<typeof Readability>[0], {
    disableJSONLD: true,
    keepClasses: true,
    allowedVideoRegex: KEPT_PLAYERS,
  })
  return reader.parse()?.content ?? undefined
}

function sumOfDepths(root: PageParent): number {
  let sum = 0
  let level: PageParent[] = [root]
  for (let depth = 1; level.length > 0; depth++) {
    level = level.flatMap((parent) => parent.childNodes.filter(isElement))
    sum += depth * level.length
  }
  return sum
}
