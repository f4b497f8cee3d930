import { attributeOf, createElement, createText, type PageElement } from '../../dom/page-tree.ts'
import { webAddress } from '../../dom/web-address.ts'

export interface Video {
  /** Address of the video's page. */
  readonly href: string
  /** Display name of the host. */
  readonly name: string
  readonly picture: string | undefined
}

const VIDEO_HOSTS: readonly VideoHost[] = [
  {
    hosts: ['www.dailymotion.com', 'geo.dailymotion.com'],
    name: 'Dailymotion',
    path: /^\/embed\/video\/(\w{1,40})/,
    watch: (id) => `https://www.dailymotion.com/video/${id}`,
  },
  {
    hosts: ['embed.ted.com'],
    name: 'TED',
    path: /^\/talks\/([\w/]{1,200})/,
    watch: (id) => `https://www.ted.com/talks/${id}`,
  },
  {
    hosts: ['player.vimeo.com'],
    name: 'Vimeo',
    path: /^\/video\/(\d{1,20})/,
    watch: (id) => `https://vimeo.com/${id}`,
  },
  {
    hosts: ['www.youtube.com', 'youtube.com', 'www.youtube-nocookie.com', 'youtube-nocookie.com'],
    name: 'YouTube',
    path: /^\/embed\/([\w-]{1,40})/,
    watch: (id) => `https://www.youtube.com/watch?v=${id}`,
    picture: (id) => `https://i.ytimg.com/vi/${id}/hqdefault.jpg`,
  },
]

/** Matches the path of a PeerTube player. PeerTube runs on many hosts, so the host is not checked. */
const PEERTUBE_PATH = /^\/videos\/embed\/([\w-]{20,40})$/

/**
 * @param address absolute address of a player
 * @returns the video that the player shows; undefined for an unknown player
 */
export function findVideo(address: string): Video | undefined {
  const { origin, hostname, pathname } = new URL(address)
  const peertube = PEERTUBE_PATH.exec(pathname)?.[1]
  if (peertube !== undefined) return { href: `${origin}/w/${peertube}`, name: 'PeerTube', picture: undefined }
  const host = VIDEO_HOSTS.find(({ hosts }) => hosts.includes(hostname))
  const id = host?.path.exec(pathname)?.[1]
  if (host === undefined || id === undefined) return undefined
  return { href: host.watch(id), name: host.name, picture: host.picture?.(id) }
}

/** Matches addresses of pages of videos, each with a function for the address of the player. */
const VIDEO_PAGES: readonly (readonly [RegExp, (id: string) => string])[] = [
  [
    /^https?:\/\/(?:(?:www\.|m\.)?youtube\.com\/(?:watch\?(?:[^#]{0,200}&)?v=|shorts\/|live\/)|youtu\.be\/)([\w-]{1,40})/,
    (id) => `https://www.youtube.com/embed/${id}`,
  ],
  [/^https?:\/\/(?:www\.)?vimeo\.com\/(\d{1,20})/, (id) => `https://player.vimeo.com/video/${id}`],
]

/** @returns the address of the player of a video, given the address of its page; undefined for other pages */
export function playerOfVideo(address: string): string | undefined {
  for (const [page, player] of VIDEO_PAGES) {
    const id = page.exec(address)?.[1]
    if (id !== undefined) return player(id)
  }
  return undefined
}

/**
 * @param frame an iframe
 * @returns a paragraph with a link to the video, labelled with the title of the frame; undefined for an unknown player
 */
export function videoLink(frame: PageElement): PageElement | undefined {
  const address = webAddress(attributeOf(frame, 'src'), 'https://frame.invalid/')
  const video = address === undefined ? undefined : findVideo(address)
  if (video === undefined) return undefined
  const title = attributeOf(frame, 'title')?.trim().slice(0, 300).toWellFormed()
  const link = createElement('a', { href: video.href }, [createText(title || `Video on ${video.name}`)])
  return createElement('p', {}, [link])
}

/** A video host: a pattern for the addresses of its player, and functions that return other addresses of a video. */
interface VideoHost {
  readonly hosts: readonly string[]
  readonly name: string
  /** Matches the path of the player. The first group is the video's id. */
  readonly path: RegExp
  readonly watch: (id: string) => string
  /** Returns the address of a preview picture; absent if it cannot be derived from the id. */
  readonly picture?: (id: string) => string
}
