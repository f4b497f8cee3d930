import { isKnownEmbed } from '../blocks/embeds/embeds.ts'
import { findVideo } from '../blocks/embeds/video-link.ts'
import { cleanText } from '../dom/clean-text.ts'
import { webAddress } from '../dom/web-address.ts'
import { objectsAt, objectsOfType, property, textsOf, type JsonObject } from '../metadata/json-ld.ts'
import type { PageMetadata } from '../metadata/page-metadata.ts'
import { readDuration } from './duration.ts'
import { chaptersIn, type Chapter, type PageVideo } from './page-video.ts'
import { readYoutube } from './youtube-data.ts'

const MAX_DESCRIPTION = 50_000
const MAX_TRANSCRIPT = 1_000_000
const MAX_CHAPTERS = 200

/**
 * @param facts metadata collected from the page
 * @param text source of the page; YouTube describes the video in a script
 * @param base base for relative addresses
 * @returns the video or sound that the page is about; undefined for all other pages, such as an article with a video in
 *   its text. A page that is about one says so in `og:type`, and describes it in JSON-LD, or names its file or its player.
 */
export function findPageVideo(facts: PageMetadata, text: string, base: string): PageVideo | undefined {
  const isFilm = facts.meta.get('og:type')?.some((type) => /^(?:video|music\.song)/i.test(type)) ?? false
  if (!isFilm) return undefined
  const video = readYoutube(text) ?? statedVideo(facts, base)
  if (video === undefined) return undefined
  const chapters = video.chapters.length > 0 ? video.chapters : chaptersIn(video.description)
  return { ...video, chapters: chapters.slice(0, MAX_CHAPTERS) }
}

function statedVideo({ jsonLd, meta }: PageMetadata, base: string): PageVideo | undefined {
  const described = objectsOfType(jsonLd, /^(?:VideoObject|AudioObject)$/)[0]
  const video = described ?? {}
  const all = (stated: readonly string[], shared: readonly string[]): readonly string[] => [
    ...stated.flatMap((name) => textsOf(property(video, name), ['url', 'contentUrl'])),
    ...shared.flatMap((name) => meta.get(name) ?? []),
  ]
  const players = ['og:video:secure_url', 'og:video:url', 'og:video', 'twitter:player'].flatMap(
    (name) => meta.get(name) ?? [],
  )
  const file = [...all(['contentUrl'], []), ...players].map((one) => fileAddress(one, base)).find(Boolean)
  const page = [...all(['embedUrl'], []), ...players].flatMap((one) => pageOfPlayer(webAddress(one, base)) ?? [])[0]
  if (described === undefined && file === undefined && !players.some((one) => isKnownEmbed(one))) return undefined
  return {
    file: page === undefined ? file : undefined,
    page,
    title: cleanText(all(['name'], ['og:title'])[0], 300),
    length: readDuration(all(['duration'], ['video:duration', 'og:video:duration', 'music:duration'])[0]),
    picture: webAddress(all(['thumbnailUrl', 'thumbnail'], ['og:image'])[0], base),
    description: longest(all(['description'], ['og:description', 'description'])).slice(0, MAX_DESCRIPTION),
    chapters: objectsAt(jsonLd, property(video, 'hasPart')).flatMap(clipChapter),
    transcript: linesOf(all(['transcript'], [])[0]?.slice(0, MAX_TRANSCRIPT) ?? ''),
  }
}

/** @returns the absolute address of a video file; undefined for addresses of pages and players */
function fileAddress(address: string, base: string): string | undefined {
  const absolute = webAddress(address, base)
  return absolute !== undefined && /\.(?:mp4|m4v|webm|ogv)$/i.test(new URL(absolute).pathname) ? absolute : undefined
}

/** @returns the page of a video on its own site, from the address of the player */
function pageOfPlayer(player: string | undefined): string | undefined {
  return player === undefined ? undefined : findVideo(player)?.href
}

function longest(texts: readonly string[]): string {
  return texts.toSorted((one, other) => other.length - one.length)[0] ?? ''
}

function linesOf(text: string): readonly string[] {
  return text.split(/\n+/).filter((line) => line.trim() !== '')
}

function clipChapter(clip: JsonObject): Chapter[] {
  const seconds = Number(property(clip, 'startOffset'))
  const title = cleanText(textsOf(property(clip, 'name'))[0], 300)
  return Number.isFinite(seconds) && seconds >= 0 && title !== undefined ? [{ seconds, title }] : []
}
