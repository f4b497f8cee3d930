import { html } from '../../../kernel/html.ts'
import type { Localization } from '../../layout/localization.ts'
import { mayLoad } from './article-picture.ts'

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
  /** true if pages may load pictures from other sites, because the server stores no copies */
  readonly hasRemoteImages: boolean
}

/** Number of characters after a player's start tag that are searched for the player's first source. */
const MAX_AHEAD = 4000

/**
 * Begins the link that replaces a player. The content security policy forbids players, because they load from other
 * servers.
 * @returns the start tag of a link to the recording, followed by the player's preview picture if there is one. The
 *   style sheet shows the label in `data-label`, so that it is not part of the article's text.
 */
export function playerStart({ name, tag, markup, after, t, isInLink, hasRemoteImages }: Player): string {
  const label = html`${name === 'video' ? t('reader.video') : t('reader.audio')}`.toString()
  const source = attributeOf(tag, 'src') ?? attributeOf(sourcesAfter(markup, after, name), 'src')
  const poster = attributeOf(tag, 'poster')
  const picture =
    poster === undefined || !mayLoad(poster, hasRemoteImages)
      ? ''
      : `<img src="${poster}" alt="" loading="lazy" referrerpolicy="no-referrer">`
  const names = ` class="player player-${name}" data-label="${label}"`
  if (isInLink) return `<span${names}>${picture}`
  const target = source === undefined ? '' : ` href="${source}" rel="noopener noreferrer" aria-label="${label}"`
  return `<a${names}${target}>${picture}`
}

function attributeOf(tags: string, name: 'src' | 'poster'): string | undefined {
  return (name === 'src' ? / src="([^"]*)"/ : / poster="([^"]*)"/).exec(tags)?.[1]
}

function sourcesAfter(markup: string, after: number, name: string): string {
  const ahead = markup.slice(after, after + MAX_AHEAD)
  const end = ahead.indexOf(`</${name}>`)
  return end === -1 ? ahead : ahead.slice(0, end)
}
