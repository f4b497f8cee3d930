import { attributeOf, firstElements, isElement, type PageElement } from '../../dom/page-tree.ts'

/** Names of the elements in which scripts draw a chart, or which are such a script. */
export const CHART_BOXES: readonly string[] = ['div', 'script']

const FLOURISH_NAME = /(?:^|\s)flourish-embed(?=$|\s)/
const FLOURISH_PATH = /^(?:visualisation|story)\/\d{1,12}$/
const INFOGRAM_NAME = /(?:^|\s)infogram-embed(?=$|\s)/
const INFOGRAM_ID = /^[\w-]{1,80}$/
/** Matches the script that draws a chart of Datawrapper. The group is the address of the chart. */
const DATAWRAPPER = /^(?:https?:)?(\/\/datawrapper\.dwcdn\.net\/\w{4,8}\/)(?:\d{1,4}\/)?embed\.js$/

/** Number of elements in a box that are searched. */
const MAX_PARTS = 40

/** A chart that a script would draw. */
interface StatedChart {
  readonly address: string
  readonly title: string | undefined
}

/**
 * @returns the chart of Flourish, Infogram or Datawrapper that a script draws in an element; undefined for other elements, and
 *   for charts of which the page contains a picture
 */
export function statedChart(element: PageElement): StatedChart | undefined {
  const address = element.tagName === 'script' ? addressOfScript(element) : addressInBox(element)
  if (address === undefined || hasPicture(element)) return undefined
  return { address, title: attributeOf(element, 'data-title') ?? attributeOf(element, 'aria-label') }
}

function addressOfScript(script: PageElement): string | undefined {
  const path = DATAWRAPPER.exec(attributeOf(script, 'src')?.slice(0, 200) ?? '')?.[1]
  return path && `https:${path}`
}

function addressInBox(box: PageElement): string | undefined {
  const names = attributeOf(box, 'class') ?? ''
  const [path, id] = [attributeOf(box, 'data-src') ?? '', attributeOf(box, 'data-id') ?? '']
  if (FLOURISH_NAME.test(names) && FLOURISH_PATH.test(path)) return `https://flo.uri.sh/${path}/embed`
  return INFOGRAM_NAME.test(names) && INFOGRAM_ID.test(id) ? `https://infogram.com/${id}` : undefined
}

/** @returns whether an element, or the one beside a script, is for browsers without scripts and shows the chart as a picture */
function hasPicture(element: PageElement): boolean {
  const box = element.tagName === 'script' ? element.parentNode : element
  if (box === null || !isElement(box)) return false
  return firstElements(box, MAX_PARTS).some(({ tagName }) => tagName === 'noscript' || tagName === 'img')
}
