import { attributeOf, createElement, createText, type PageElement } from './page-tree.ts'
import { VIDEO_HOSTS } from './video-hosts.ts'
import { webAddress } from './web-address.ts'

/**
 * @param frame an iframe
 * @returns a plain link to the video that it plays, named by the frame's title; undefined when it is no known player
 */
export function videoLink(frame: PageElement): PageElement | undefined {
  const address = webAddress(attributeOf(frame, 'src'), 'https://frame.invalid/')
  const video = address === undefined ? undefined : watchPage(new URL(address))
  if (video === undefined) return undefined
  const title = attributeOf(frame, 'title')?.trim().slice(0, 300).toWellFormed()
  const link = createElement('a', { href: video.href }, [createText(title || `Video on ${video.host}`)])
  return createElement('p', {}, [link])
}

function watchPage(player: URL): { readonly href: string; readonly host: string } | undefined {
  const host = VIDEO_HOSTS.find(({ hosts }) => hosts.includes(player.hostname))
  const id = host?.path.exec(player.pathname)?.[1]
  return host === undefined || id === undefined ? undefined : { href: host.watch(id), host: host.name }
}
