import { attributeOf, createElement, createText, type PageElement } from '../dom/page-tree.ts'
import { VIDEO_HOSTS } from './video-hosts.ts'
import { webAddress } from '../dom/web-address.ts'

export interface Video {
  /** The page to watch it on. */
  readonly href: string
  /** What the host is called. */
  readonly name: string
  readonly picture: string | undefined
}

/**
 * @param address of a player, absolute
 * @returns the video that it plays; undefined when it is no known player
 */
export function findVideo(address: string): Video | undefined {
  const { hostname, pathname } = new URL(address)
  const host = VIDEO_HOSTS.find(({ hosts }) => hosts.includes(hostname))
  const id = host?.path.exec(pathname)?.[1]
  if (host === undefined || id === undefined) return undefined
  return { href: host.watch(id), name: host.name, picture: host.picture?.(id) }
}

/**
 * @param frame an iframe
 * @returns a plain link to the video that it plays, named by the frame's title; undefined when it is no known player
 */
export function videoLink(frame: PageElement): PageElement | undefined {
  const address = webAddress(attributeOf(frame, 'src'), 'https://frame.invalid/')
  const video = address === undefined ? undefined : findVideo(address)
  if (video === undefined) return undefined
  const title = attributeOf(frame, 'title')?.trim().slice(0, 300).toWellFormed()
  const link = createElement('a', { href: video.href }, [createText(title || `Video on ${video.name}`)])
  return createElement('p', {}, [link])
}
