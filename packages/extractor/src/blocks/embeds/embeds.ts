import type { ElementList } from '../../dom/element-list.ts'
import {
  attributeOf,
  createElement,
  createText,
  detachNode,
  elementsOf,
  findElement,
  findElements,
  isElement,
  isText,
  rewriteTree,
  setAttribute,
  setChildren,
  textOf,
  type PageElement,
  type PageNode,
  type PageParent,
} from '../../dom/page-tree.ts'
import { CHART_BOXES, statedChart } from './chart-data.ts'
import { PLAYER_BOXES, statedPlayer } from './player-data.ts'
import { findVideo, playerOfVideo, type Video } from './video-link.ts'
import { namesOf } from '../../dom/class-name-hints.ts'
import { webAddress } from '../../dom/web-address.ts'

const EMBED_HOSTS: readonly EmbedHost[] = [
  { host: 'archive.org', name: 'Internet Archive' },
  { host: 'asciinema.org', name: 'asciinema' },
  { host: 'bandcamp.com', name: 'Bandcamp' },
  { host: 'cdn.knightlab.com', name: 'Knight Lab' },
  { host: 'codepen.io', name: 'CodePen' },
  { host: 'codesandbox.io', name: 'CodeSandbox' },
  { host: 'datawrapper.dwcdn.net', name: 'Datawrapper' },
  { host: 'embed.podcasts.apple.com', name: 'Apple Podcasts' },
  { host: 'flo.uri.sh', name: 'Flourish' },
  { host: 'gist.github.com', name: 'GitHub Gist' },
  { host: 'gitlab.com', name: 'GitLab' },
  { host: 'infogram.com', name: 'Infogram' },
  { host: 'jsfiddle.net', name: 'JSFiddle' },
  { host: 'open.spotify.com', name: 'Spotify' },
  { host: 'platform.twitter.com', name: 'X' },
  { host: 'player.twitch.tv', name: 'Twitch' },
  { host: 'slideshare.net', name: 'SlideShare' },
  { host: 'speakerdeck.com', name: 'Speaker Deck' },
  { host: 'w.soundcloud.com', name: 'SoundCloud' },
  { host: 'www.google.com', path: '/maps/embed', name: 'Google Maps' },
  { host: 'www.instagram.com', name: 'Instagram' },
  { host: 'www.openstreetmap.org', path: '/export/embed', name: 'OpenStreetMap' },
  { host: 'www.tiktok.com', name: 'TikTok' },
]

/** AMP elements and the corresponding HTML elements, which have the same attributes. */
const AMP_ELEMENTS: ReadonlyMap<string, string> = new Map([
  ['amp-img', 'img'],
  ['amp-anim', 'img'],
  ['amp-video', 'video'],
  ['amp-audio', 'audio'],
  ['amp-iframe', 'iframe'],
])

/** Elements that state only the id of a video, with functions that return the address of its player. */
const PLAYER_ADDRESSES: ReadonlyMap<string, (id: string) => string> = new Map([
  ['amp-youtube', (id) => `https://www.youtube.com/embed/${id}`],
  ['lite-youtube', (id) => `https://www.youtube.com/embed/${id}`],
  ['amp-vimeo', (id) => `https://player.vimeo.com/video/${id}`],
  ['lite-vimeo', (id) => `https://player.vimeo.com/video/${id}`],
  ['amp-dailymotion', (id) => `https://www.dailymotion.com/embed/video/${id}`],
])

/** Matches addresses of files that a browser shows as pictures. */
const PICTURE_FILE = /\.(?:svg|png|jpe?g|gif|webp|avif)(?:$|[?#])/i
const MAX_ALTERNATIVE = 300

/** Matches titles of frames that say nothing about the content, such as "Video player". */
const GENERIC_TITLE =
  /^(?:youtube video player|(?:vimeo |video |embedded )?(?:video )?player|embedded (?:content|video|media|frame)|video|iframe|embed)$/i

/**
 * Converts the various forms of embedded media to `img`, `video`, `audio` and `iframe`.
 *
 * @param elements the elements of the page, changed in place
 * @returns the number of changed elements
 */
export function unifyEmbeds(elements: ElementList): number {
  let count = 0
  for (const element of EMBED_NAMES.flatMap((name) => elements.named(name))) {
    const renamed = AMP_ELEMENTS.get(element.tagName) ?? (showObject(element) ? 'img' : undefined)
    if (renamed === undefined && !OTHER_FORMS.some((unify) => unify(element))) continue
    if (renamed !== undefined) element.tagName = element.nodeName = renamed
    count += 1
  }
  const boxes = PLAYER_BOXES.flatMap((name) => elements.named(name))
  const charts = CHART_BOXES.flatMap((name) => elements.named(name))
  return count + boxes.filter(showPlayer).length + charts.filter(showChart).length
}

/** Names of all elements that may be media. */
const EMBED_NAMES: readonly string[] = [
  'iframe',
  'object',
  'blockquote',
  'script',
  'oembed',
  ...AMP_ELEMENTS.keys(),
  ...PLAYER_ADDRESSES.keys(),
]

/** Functions that convert an element if it has some form, and return whether it had. */
const OTHER_FORMS: readonly ((element: PageElement) => boolean)[] = [createFrame, labelPost, frameScript, linkMedia]

/**
 * Turns media of which an editor (CKEditor) writes only the address of the page, `<oembed url="…">`, into the player of a known
 * video, or into a link.
 */
function linkMedia(element: PageElement): boolean {
  const address = element.tagName === 'oembed' ? webAddress(attributeOf(element, 'url'), '') : undefined
  if (address === undefined) return false
  const player = playerOfVideo(address)
  element.tagName = element.nodeName = player === undefined ? 'a' : 'iframe'
  element.attrs = [player === undefined ? { name: 'href', value: address } : { name: 'src', value: player }]
  setChildren(element, player === undefined ? [createText(address)] : [])
  return true
}

/** @returns true for an object with a picture. Its text becomes the alternative text, and its address that of an image. */
function showObject(element: PageElement): boolean {
  if (element.tagName !== 'object') return false
  const [type, data] = [attributeOf(element, 'type') ?? '', attributeOf(element, 'data') ?? '']
  if (data === '' || !(type === '' ? PICTURE_FILE.test(data) : type.startsWith('image/'))) return false
  const alt = textOf(element, MAX_ALTERNATIVE).replaceAll(/\s+/g, ' ').trim()
  const sizes = element.attrs.filter(({ name }) => name === 'width' || name === 'height')
  element.attrs = [{ name: 'src', value: data }, ...(alt === '' ? [] : [{ name: 'alt', value: alt }]), ...sizes]
  element.childNodes = []
  return true
}

/** Matches the addresses of scripts that write code, or a recording of a terminal, at their place. The group is its page. */
const SCRIPT_EMBED =
  /^(?:https?:)?(\/\/(?:gist\.github\.com\/[\w-]{1,40}\/[\da-f]{4,64}|asciinema\.org\/a\/\w{1,40}|gitlab\.com\/[\w./-]{0,100}snippets\/\d{1,12}))\.js(?:$|\?)/

/** Turns a script that embeds code into a frame with the page of that code. @returns whether the element was one */
function frameScript(element: PageElement): boolean {
  const page = element.tagName === 'script' && SCRIPT_EMBED.exec(attributeOf(element, 'src')?.slice(0, 300) ?? '')?.[1]
  if (!page) return false
  element.tagName = element.nodeName = 'iframe'
  element.attrs = [{ name: 'src', value: `https:${page}` }]
  element.childNodes = []
  return true
}

/** Matches the classes of quotations that scripts of social networks replace by a post. */
const POST =
  /(?:^|\s)(?:twitter-(?:tweet|video)|instagram-media|tiktok-embed|bluesky-embed|fb-post|reddit-embed-bq)(?=$|\s)/

/** Gives the link of an embedded post without any text its address as text. @returns whether it did */
function labelPost(quote: PageElement): boolean {
  if (quote.tagName !== 'blockquote' || !POST.test(attributeOf(quote, 'class') ?? '')) return false
  if (textOf(quote, MAX_ALTERNATIVE).trim() !== '') return dropInvitation(quote)
  const link = findElement(quote, ({ tagName }) => tagName === 'a')
  const address = link && webAddress(attributeOf(link, 'href'), 'https://frame.invalid/')
  if (link === undefined || address === undefined) return false
  setChildren(link, [createText(address)])
  return true
}

/** Matches an invitation to see a post at its network, in any language. */
const INVITATION = /\b(?:Instagram|Facebook|TikTok|Threads)\b/
const MAX_INVITATION = 80

/** Removes the link that invites readers to see a post, if another link of the post leads there. @returns whether it did */
function dropInvitation(quote: PageElement): boolean {
  const links = findElements(quote, ({ tagName }) => tagName === 'a')
  const [first, ...others] = links
  const label = first === undefined ? '' : textOf(first, MAX_ALTERNATIVE).trim()
  if (first === undefined || label.length > MAX_INVITATION || !INVITATION.test(label)) return false
  const isRepeated = others.some((link) => pageOf(link) === pageOf(first) && textOf(link, 1) !== '')
  if (isRepeated) detachNode(quote, new Set([first]))
  return isRepeated
}

function pageOf(link: PageElement): string {
  return (attributeOf(link, 'href') ?? '').split('?', 1)[0]!
}

function createFrame(element: PageElement): boolean {
  const lateSource = element.tagName === 'iframe' && hasNoAddress(element) ? lazyAddress(element) : undefined
  if (lateSource !== undefined) setAttribute(element, 'src', lateSource)
  const id = attributeOf(element, 'data-videoid') ?? attributeOf(element, 'videoid')
  const player = PLAYER_ADDRESSES.get(element.tagName)
  if (player === undefined || id === undefined || !/^[\w-]{1,40}$/.test(id)) return lateSource !== undefined
  const title = attributeOf(element, 'playlabel') ?? attributeOf(element, 'title') ?? attributeOf(element, 'data-title')
  toFrame(element, player(id), title)
  return true
}

function toFrame(element: PageElement, address: string, title: string | undefined): void {
  element.tagName = element.nodeName = 'iframe'
  element.attrs = [{ name: 'src', value: address }, ...(title === undefined ? [] : [{ name: 'title', value: title }])]
  element.childNodes = []
}

/** Turns a box in which a script would show a video into its player. @returns whether the element was one */
function showPlayer(element: PageElement): boolean {
  const player = statedPlayer(element)
  if (player !== undefined) toFrame(element, player.address, player.title)
  return player !== undefined
}

/** Turns an element in which a script would draw a chart into a frame with the chart. @returns whether the element was one */
function showChart(element: PageElement): boolean {
  const chart = statedChart(element)
  if (chart !== undefined) toFrame(element, chart.address, chart.title)
  return chart !== undefined
}

/** @returns whether a frame shows nothing until a script sets its address */
function hasNoAddress(frame: PageElement): boolean {
  const source = attributeOf(frame, 'src') ?? ''
  return source === '' || source === 'about:blank' || source.startsWith('data:')
}

function lazyAddress(frame: PageElement): string | undefined {
  return attributeOf(frame, 'data-src') ?? attributeOf(frame, 'data-lazy-src')
}

/**
 * @returns true if an iframe with this address shows content of the article, such as a video, and is not an
 *   advertisement
 */
export function isKnownEmbed(address: string | undefined): boolean {
  const url = webAddress(address, 'https://frame.invalid/')
  return url !== undefined && (findVideo(url) !== undefined || embedName(url) !== undefined)
}

/** Number of boxes between a frame and its figure, or the paragraph beside it. */
const MAX_LEVELS_UP = 3
/** Minimum length in characters of a paragraph beside a frame, so that the frame is part of the text. */
const MIN_PARAGRAPH = 80
/** Matches titles and addresses of frames with advertisements. */
const ADVERTISEMENT = /\bad(?:vert|s\b|\b)|doubleclick|googlesyndication|sponsor|anzeige/i
/** Matches titles and addresses of frames with which readers do something, and which are no part of the text. */
const CONTROL =
  /captcha|comment|kommentar|consent|cookie|subscri|newsletter|sign[ -]?(?:up|in)|log[ -]?in|chat|share|like|follow|search|donat|form(?:s|ular)?\b|widget|button|recommend|related|tracking|analytics/i

/**
 * @returns whether a frame with a title, or one that may fill the screen, belongs to the text, such as an interactive chart, code
 *   or a film: a figure shows it, or it is between paragraphs
 */
export function isOfText(frame: PageElement): boolean {
  const title = statedTitle(frame) ?? (attributeOf(frame, 'allowfullscreen') === undefined ? undefined : '')
  const named = `${title} ${attributeOf(frame, 'src')} ${namesOf(frame)}`.replaceAll('_', ' ')
  if (title === undefined || ADVERTISEMENT.test(named)) return false
  let at: PageNode = frame
  let isBetween = false
  for (let level = 0; level < MAX_LEVELS_UP; level++) {
    const parent: PageParent | null = at.parentNode
    if (parent === null || !isElement(parent)) break
    if (parent.tagName === 'figure') return true
    const [isAlone, isBeside] = surroundings(parent, at)
    isBetween ||= isBeside
    if (!isAlone) break
    at = parent
  }
  return isBetween && !CONTROL.test(named)
}

/** @returns whether a node is all that its parent shows, and whether a long paragraph is directly before or after it */
function surroundings(parent: PageElement, node: PageNode): readonly [boolean, boolean] {
  const shown = parent.childNodes.filter((child) => isElement(child) || (isText(child) && child.value.trim() !== ''))
  const at = shown.indexOf(node as (typeof shown)[number])
  return [shown.length === 1, isLongParagraph(shown[at - 1]) || isLongParagraph(shown[at + 1])]
}

function isLongParagraph(node: PageNode | undefined): boolean {
  if (node === undefined || !isElement(node) || node.tagName !== 'p') return false
  return textOf(node, MIN_PARAGRAPH).length >= MIN_PARAGRAPH
}

/** Matches the path of an embedded Mastodon post. Mastodon runs on many hosts, so the host is not checked. */
const MASTODON_POST = /^(\/@[\w.@-]{1,200}\/\d{5,30})\/embed$/

function embedName(url: string): string | undefined {
  const { hostname, pathname } = new URL(url)
  if (MASTODON_POST.test(pathname)) return 'Mastodon'
  return EMBED_HOSTS.find(
    ({ host, path = '' }) => (hostname === host || hostname.endsWith(`.${host}`)) && pathname.startsWith(path),
  )?.name
}

/**
 * Replaces iframes by cards that every reader can show: a figure with a link, a title, its source, and a picture if one
 * is known. Removes further iframes with the same address, and paragraphs that contain only a link to that address.
 *
 * @param root the extracted article, changed in place
 * @returns the number of replaced iframes
 */
export function linkEmbeds(root: PageElement): number {
  const figures = new Set<PageNode>()
  for (const element of elementsOf(root)) {
    const parent = element.parentNode
    if (element.tagName === 'figure' || (parent !== null && isElement(parent) && figures.has(parent)))
      figures.add(element)
  }
  const cards = elementsOf(root).flatMap((element) => (element.tagName === 'iframe' ? (cardOf(element) ?? []) : []))
  const shown = new Set<string>()
  let count = 0
  rewriteTree(root, (node) => {
    if (!isElement(node)) return node
    if (node.tagName !== 'iframe') return repeatsCard(node, cards) ? [] : node
    const card = cardOf(node)
    if (card === undefined || shown.has(card.href)) return []
    shown.add(card.href)
    count += 1
    return figureOf(card, figures.has(node))
  })
  return count
}

/** @returns true for a paragraph that contains only a link, if a card links to the same page */
function repeatsCard(element: PageElement, cards: readonly Card[]): boolean {
  if (element.tagName !== 'p' || cards.length === 0) return false
  const parts = element.childNodes.filter((child) => !('value' in child) || child.value.trim() !== '')
  const [only] = parts
  if (parts.length !== 1 || !isElement(only!) || only.tagName !== 'a') return false
  const href = attributeOf(only, 'href')?.replace(
    /^https:\/\/youtu\.be\/([\w-]{1,40}).*$/,
    'https://www.youtube.com/watch?v=$1',
  )
  return cards.some((card) => card.href === href)
}

/** Embedded content of another site, as the card in the article shows it. */
interface Card extends Pick<Video, 'href' | 'picture'> {
  readonly title: string
  /** name of the site; undefined if the title contains it */
  readonly source: string | undefined
}

function nameOfSource(frame: PageElement, url: string): string | undefined {
  return embedName(url) ?? (isOfText(frame) ? new URL(url).hostname : undefined)
}

function cardOf(frame: PageElement): Card | undefined {
  const url = webAddress(attributeOf(frame, 'src'), 'https://frame.invalid/')
  if (url === undefined) return undefined
  const video = findVideo(url)
  const name = video?.name ?? nameOfSource(frame, url)
  if (name === undefined) return undefined
  const stated = statedTitle(frame)
  const title = stated ?? `${video ? 'Video' : 'Embedded'} on ${name}`
  const source = stated === undefined || stated.includes(name) ? undefined : name
  return { href: video?.href ?? pageAddress(url), picture: video?.picture, title, source }
}

/**
 * @returns the address of the page of a Mastodon post, derived from the address of its iframe; other addresses
 * unchanged
 */
function pageAddress(url: string): string {
  const { origin, pathname } = new URL(url)
  const post = MASTODON_POST.exec(pathname)?.[1]
  return post === undefined ? url : origin + post
}

function statedTitle(frame: PageElement): string | undefined {
  const title = attributeOf(frame, 'title')?.trim().slice(0, 300).toWellFormed() ?? ''
  return title === '' || GENERIC_TITLE.test(title) ? undefined : title
}

function figureOf({ href, picture, title, source }: Card, isInFigure: boolean): PageNode[] {
  const from = source === undefined ? [] : [createText(` · ${source}`)]
  if (picture === undefined) {
    const text = createElement('a', { href }, [createText(title)])
    return isInFigure ? [text] : [createElement('figure', {}, [createElement('figcaption', {}, [text, ...from])])]
  }
  // Only the picture is a link, not the caption. An app that cannot show the picture shows the title as link instead,
  // because it is the alternative text.
  const image = createElement('a', { href }, [createElement('img', { src: picture, alt: title }, [])])
  const caption = createElement('figcaption', {}, [createText(title), ...from])
  return isInFigure ? [image] : [createElement('figure', {}, [image, caption])]
}

/** A host of embedded content other than videos, with its display name. */
interface EmbedHost {
  readonly host: string
  /** start of the path of embedded pages; any path if absent */
  readonly path?: string
  readonly name: string
}
