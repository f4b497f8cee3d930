import { namesOf } from '../../dom/class-name-hints.ts'
import { attributeOf, firstElements, textOf, type PageElement } from '../../dom/page-tree.ts'
import { playerOfVideo } from './video-link.ts'

/** Names of the elements in which scripts put a player. */
export const PLAYER_BOXES: readonly string[] = ['div', 'span', 'button']
/** Elements in a box that already shows a recording, or another text than the label of a button. */
const SHOWN = new Set(['iframe', 'video', 'audio', 'a', 'p', 'form'])
/** Maximum length in characters of the text in such a box, such as "Play the video". */
const MAX_LABEL = 60
/** Maximum length in characters of the data of a box that are searched. */
const MAX_DATA = 4000
/** Number of elements in a box that are searched. */
const MAX_PARTS = 40

/** Matches the address of a video, or of its player, in the data of a box. */
const VIDEO_ADDRESS =
  /https?:\/\/(?:(?:www\.|m\.)?youtube(?:-nocookie)?\.com\/(?:embed\/|shorts\/|live\/|watch\?v=)[\w-]{6,40}|youtu\.be\/[\w-]{6,40}|(?:player\.)?vimeo\.com\/(?:video\/)?\d{4,20})/g
const PLAYER_ADDRESS = /\/embed\/|^https?:\/\/player\./
/** Matches data for a film that is only the background of a section. */
const BACKGROUND = /background/i
/** Matches the kind of video in the data of a page builder, which also states the addresses of unused kinds. */
const STATED_KIND = /"video_type":"(youtube|vimeo)"/
/** Matches names of attributes that state the id of a video, in a box that is named after YouTube. */
const ID_NAME = /^data-(?:id|embed|video|(?:youtube|yt|video)[_-]?id|youtube)$/
const YOUTUBE_ID = /^[\w-]{11}$/
const YOUTUBE_NAME = /youtube|(?:^|[\s_-])yt(?:$|[\s_-])/i

/** A player that a script would show. */
interface StatedPlayer {
  readonly address: string
  readonly title: string | undefined
}

/**
 * @returns the player of YouTube or Vimeo that a script shows in a box when readers click on it, according to the data
 *   of the box; undefined for other elements
 */
export function statedPlayer(element: PageElement): StatedPlayer | undefined {
  if (!PLAYER_BOXES.includes(element.tagName) || !element.attrs.some(({ name }) => name.startsWith('data-')))
    return undefined
  const address = addressIn(element) ?? addressOfId(element)
  if (address === undefined || showsMore(element)) return undefined
  return { address, title: titleOf(element) }
}

function addressIn({ attrs }: PageElement): string | undefined {
  for (const { name, value } of attrs) {
    if (!name.startsWith('data-') || value.length > MAX_DATA || !/youtu|vimeo/.test(value)) continue
    if (BACKGROUND.test(value)) continue
    const data = value.replaceAll(String.raw`\/`, '/')
    const kind = STATED_KIND.exec(data)?.[1]
    const found = data.match(VIDEO_ADDRESS)?.find((one) => kind === undefined || one.includes(kind.slice(0, 5)))
    if (found !== undefined) return PLAYER_ADDRESS.test(found) ? found : playerOfVideo(found)
  }
  return undefined
}

function addressOfId(element: PageElement): string | undefined {
  const id = element.attrs.find(({ name, value }) => ID_NAME.test(name) && YOUTUBE_ID.test(value))
  if (id === undefined || !YOUTUBE_NAME.test(`${id.name} ${namesOf(element)}`)) return undefined
  return `https://www.youtube.com/embed/${id.value}`
}

/** @returns whether a box contains more than a preview picture and the label of a button */
function showsMore(box: PageElement): boolean {
  if (textOf(box, MAX_LABEL + 1).trim().length > MAX_LABEL) return true
  return firstElements(box, MAX_PARTS).some(({ tagName }) => SHOWN.has(tagName))
}

function titleOf(box: PageElement): string | undefined {
  return ['data-title', 'data-video-title', 'title'].flatMap((name) => attributeOf(box, name)?.trim() || [])[0]
}
