import {
  createElement,
  createText,
  findElements,
  textOf,
  type PageElement,
  type PageNode,
  type PageParent,
} from '../dom/page-tree.ts'
import { writeDuration } from './duration.ts'
import { parseUrl } from '../dom/parse-url.ts'
import { textElement, textParagraphs } from './part-markup.ts'
import type { PartLabels } from './part-labels.ts'

export interface Chapter {
  readonly seconds: number
  readonly title: string
}

/** A video that is the subject of a page. */
export interface PageVideo {
  /** address of the video file; undefined if only the site's own player shows the video */
  readonly file: string | undefined
  /** page of the video on its own site, if the page shows it in a known player; undefined if it is the page itself */
  readonly page: string | undefined
  readonly title: string | undefined
  /** length such as `1:04:09` */
  readonly length: string | undefined
  readonly picture: string | undefined
  readonly description: string
  readonly chapters: readonly Chapter[]
  /** paragraphs of the transcript; empty if the page contains none */
  readonly transcript: readonly string[]
}

/** Minimum number of chapters. A single line with a time is not a list of chapters. */
const MIN_CHAPTERS = 2

const TIMED_LINE = /^\W{0,4}(?:(\d{1,2}):)?(\d{1,2}):(\d\d)\W{1,5}(\S.{0,299})$/

/**
 * Reads chapters from a description, where authors list them in lines such as `1:30 Tides`. If the first time is not
 * 0:00, the lines are not chapters.
 */
export function chaptersIn(description: string): readonly Chapter[] {
  const chapters = description.split('\n').flatMap((line): Chapter[] => {
    const match = TIMED_LINE.exec(line.trim().slice(0, 400))
    if (match === null) return []
    const [, hours = '0', minutes = '0', seconds = '0', title = ''] = match
    return [{ seconds: Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds), title: title.trim() }]
  })
  return chapters.length >= MIN_CHAPTERS && chapters[0]!.seconds === 0 ? chapters : []
}

/** Minimum length in characters of a paragraph of article text. Shorter ones do not count. */
const MIN_PARAGRAPH_CHARACTERS = 80
/**
 * Minimum length in characters of a page's own article text. With less, the page is only about the video. The text must
 * also be more than one and a half times as long as the description of the video.
 */
const MIN_ARTICLE_CHARACTERS = 500

/**
 * @returns whether a page has article text besides the video's description, for example a film review with a trailer
 */
export function hasOwnText(page: PageParent, { description }: PageVideo): boolean {
  const paragraphs = findElements(page, ({ tagName }) => tagName === 'p')
  const lengths = paragraphs
    .map((one) => textOf(one, 5000).trim().length)
    .filter((length) => length >= MIN_PARAGRAPH_CHARACTERS)
  return lengths.reduce((sum, length) => sum + length, 0) > Math.max(MIN_ARTICLE_CHARACTERS, 1.5 * description.length)
}

/**
 * @param video the video of a page
 * @param url address of the page
 * @param siteName name of the site
 * @returns an article with a card (picture, title, length, source), the description, the chapters and the transcript
 */
export function videoMarkup(
  video: PageVideo,
  url: string,
  siteName: string | undefined,
  words: PartLabels,
): PageElement {
  const address = video.page ?? url
  const card = createElement('figure', {}, [...shown(video, address), captionOf(video, address, siteName)])
  const described = withoutChapters(video.description, video.chapters)
  return createElement('div', {}, [
    card,
    ...textParagraphs(described),
    ...part(words.chapters, video.chapters.length === 0 ? [] : [chapterList(video, address)]),
    ...part(
      words.transcript,
      video.transcript.map((text) => textElement('p', text)),
    ),
  ])
}

/** @returns the title, length and source of a video. Without file and picture, the title is a link to the page. */
function captionOf(video: PageVideo, url: string, siteName: string | undefined): PageElement {
  const [first = '', ...others] = [video.title, video.length, siteName ?? parseUrl(url)?.hostname].filter(
    (part) => part !== undefined,
  )
  if (shown(video, url).length > 0) return textElement('figcaption', [first, ...others].join(' · '))
  const rest = others.map((part) => ` · ${part}`).join('')
  return createElement('figcaption', {}, [link(url, [createText(first)]), createText(rest)])
}

/** @returns the file of a video, or else its picture with a link to the page */
function shown({ file, picture, title }: PageVideo, url: string): readonly PageElement[] {
  if (file !== undefined)
    return [createElement('video', { src: file, controls: '', ...(picture && { poster: picture }) }, [])]
  return picture === undefined ? [] : [link(url, [createElement('img', { src: picture, alt: title ?? '' }, [])])]
}

function part(title: string, content: readonly PageElement[]): readonly PageElement[] {
  return content.length === 0 ? [] : [textElement('h2', title), ...content]
}

function chapterList({ chapters, file }: PageVideo, url: string): PageElement {
  const items = chapters.map(({ seconds, title }) => {
    const address = file === undefined ? addressAt(url, seconds) : `${file}#t=${Math.floor(seconds)}`
    const time = link(address, [createText(writeDuration(seconds))])
    return createElement('li', {}, [time, createText(` ${title}`)])
  })
  return createElement('ul', {}, items)
}

function link(href: string, children: readonly PageNode[]): PageElement {
  return createElement('a', { href }, children)
}

/** @returns the address that starts a video at the given second, in the notation of its site */
function addressAt(url: string, seconds: number): string {
  const address = parseUrl(url)
  if (address === null) return url
  const { hostname } = address
  if (/(?:^|\.)vimeo\.com$/.test(hostname)) address.hash = `t=${Math.floor(seconds)}s`
  else address.searchParams.set(/(?:^|\.)youtube\.com$/.test(hostname) ? 't' : 'start', `${Math.floor(seconds)}s`)
  return address.href
}

/** Removes the lines with chapters, because the list of chapters contains them. */
function withoutChapters(description: string, chapters: readonly Chapter[]): string {
  if (chapters.length === 0 || chaptersIn(description).length === 0) return description
  return description
    .split('\n')
    .filter((line) => !TIMED_LINE.test(line.trim().slice(0, 400)))
    .join('\n')
}
