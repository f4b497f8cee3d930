import { html } from '../../../kernel/html.ts'
import type { Localization } from '../../layout/localization.ts'

interface Player {
  readonly name: 'video' | 'audio'
  /** the player's start tag, from sanitised content */
  readonly tag: string
  /** the sanitised content that contains the player */
  readonly markup: string
  /** offset of the end of the start tag in `markup` */
  readonly after: number
  readonly t: Localization['t']
  /** true if the player is in a link. Links cannot be nested. */
  readonly isInLink: boolean
  /** place of the player in the article (../player/find-player.ts) */
  readonly place: number
}

/** Number of characters after a player's start tag that are searched for the player's first source. */
const MAX_AHEAD = 4000

/**
 * Begins the link that replaces a player. The content security policy forbids players, because they load from other
 * servers.
 * @returns the start tag of a link to the recording, followed by the player's preview picture if there is one. The
 *   style sheet shows the label in `data-label`, so that it is not part of the article's text.
 */
export function playerStart({ name, tag, markup, after, t, isInLink, place }: Player): string {
  const label = playerLabel(name, markup.slice(after, after + MAX_AHEAD), t)
  const source = attributeOf(tag, 'src') ?? attributeOf(sourcesAfter(markup, after, name), 'src')
  const poster = attributeOf(tag, 'poster')
  const picture =
    poster === undefined || !isOwn(poster)
      ? ''
      : `<img src="${poster}" alt="" loading="lazy" referrerpolicy="no-referrer">`
  const names = ` class="player player-${name} player-file" data-label="${label}"`
  if (isInLink) return `<span${names}>${picture}`
  const target =
    source === undefined ? '' : `${playing(place)} href="${source}" rel="noopener noreferrer" aria-label="${label}"`
  return `<a${names}${target}>${picture}`
}

/** The still of a video or recording on another site, with a link to its page. */
interface Still {
  readonly kind: 'video' | 'audio'
  /** start tag of the link, from sanitised content */
  readonly tag: string
  /** the content after the start tag */
  readonly ahead: string
  readonly t: Localization['t']
  readonly place: number
}

/** @returns the start tag of a link that shows a still. With scripts, the player opens in place of it. */
export function stillStart({ kind, tag, ahead, t, place }: Still): string {
  const label = playerLabel(kind, ahead, t)
  const about = /^<img(?: [a-z]+="[^"]*")*? alt="([^"]+)"/.exec(ahead)?.[1]
  const spoken = about === undefined ? label : `${label}: ${about}`
  const names = `class="player player-${kind}" data-label="${label}" aria-label="${spoken}"`
  return `<a ${names}${playing(place)}${tag.slice('<a'.length)}`
}

/**
 * @returns the attributes from which the script takes the player. Nothing is loaded from the site before that.
 * @param start second at which the player starts, for the link of a chapter
 */
export function playing(place: number, start = 0): string {
  return ` data-player="${place}"${start > 0 ? ` data-player-start="${start}"` : ''}`
}

/** @returns true for an address of this server. Pictures of players are loaded from nowhere else. */
export function isOwn(address: string): boolean {
  return /^\/(?![/\\])/.test(address)
}

/** Matches the length in a caption such as `Ice · 4:13 · YouTube`. */
const LENGTH = / · ((?:\d{1,3}:)?\d{1,2}:\d\d)(?: ·|<)/

function playerLabel(kind: 'video' | 'audio', ahead: string, t: Localization['t']): string {
  const label = html`${kind === 'video' ? t('reader.video') : t('reader.audio')}`.toString()
  const caption = ahead.slice(0, MAX_AHEAD).split('</figure>', 1)[0]!
  const length = LENGTH.exec(caption)?.[1]
  return length === undefined ? label : `${label} · ${length}`
}

function attributeOf(tags: string, name: 'src' | 'poster'): string | undefined {
  return (name === 'src' ? / src="([^"]*)"/ : / poster="([^"]*)"/).exec(tags)?.[1]
}

function sourcesAfter(markup: string, after: number, name: string): string {
  const ahead = markup.slice(after, after + MAX_AHEAD)
  const end = ahead.indexOf(`</${name}>`)
  return end === -1 ? ahead : ahead.slice(0, end)
}
