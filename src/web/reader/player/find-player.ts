import { scanArticle } from '../../../annotations/scan-markup.ts'
import { decodeEntities } from '../../../annotations/text-entities.ts'
import { linkedRecording, startedPlayer } from './player-sites.ts'

/** A player that a page of ours contains: the player of a site in a frame, or a file of an article. */
export type FoundPlayer =
  | { readonly kind: 'site'; readonly address: string }
  | { readonly kind: 'video' | 'audio'; readonly address: string }

/** The elements that can become a player. Their places are counted in the order of the content. */
const PLAYABLE: ReadonlySet<string> = new Set(['a', 'audio', 'video'])

/** @returns true if an element counts for the places of players */
export const isPlayable = (name: string): boolean => PLAYABLE.has(name)

const SOURCE = / (?:href|src)="([^"]*)"/

/**
 * @param content sanitised content of an entry
 * @param place number of links, videos and recordings before the player
 * @param start second at which the player starts
 * @returns the player at this place; undefined if the place contains none
 */
export function findPlayer(content: string, place: number, start: number): FoundPlayer | undefined {
  let [count, name, tag, end] = [0, '', '', 0]
  scanArticle(content, {
    open: (opened, from, to) => {
      if (isPlayable(opened) && count++ === place) [name, tag, end] = [opened, content.slice(from, to), to]
    },
    close: () => undefined,
    text: () => undefined,
  })
  if (name === 'a') return siteOf(SOURCE.exec(tag)?.[1], start)
  if (name !== 'audio' && name !== 'video') return undefined
  const inner = content.slice(end, content.indexOf(`</${name}>`, end))
  const address = webAddress(SOURCE.exec(tag)?.[1] ?? SOURCE.exec(inner)?.[1])
  if (address === undefined) return undefined
  return { kind: name, address: start > 0 ? `${address}#t=${start}` : address }
}

function siteOf(href: string | undefined, start: number): FoundPlayer | undefined {
  const recording = linkedRecording(decodeEntities(href ?? ''))
  return recording && { kind: 'site', address: startedPlayer(recording, start || recording.start) }
}

function webAddress(source: string | undefined): string | undefined {
  const url = URL.parse(decodeEntities(source ?? ''))
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return undefined
  url.hash = ''
  return url.href
}
