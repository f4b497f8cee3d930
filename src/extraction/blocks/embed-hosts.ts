/** Hosts of things that articles embed by iframe besides videos, and what to call them. */
export interface EmbedHost {
  readonly host: string
  readonly name: string
}

export const EMBED_HOSTS: readonly EmbedHost[] = [
  { host: 'archive.org', name: 'Internet Archive' },
  { host: 'bandcamp.com', name: 'Bandcamp' },
  { host: 'codepen.io', name: 'CodePen' },
  { host: 'codesandbox.io', name: 'CodeSandbox' },
  { host: 'datawrapper.dwcdn.net', name: 'Datawrapper' },
  { host: 'embed.podcasts.apple.com', name: 'Apple Podcasts' },
  { host: 'flo.uri.sh', name: 'Flourish' },
  { host: 'jsfiddle.net', name: 'JSFiddle' },
  { host: 'open.spotify.com', name: 'Spotify' },
  { host: 'platform.twitter.com', name: 'X' },
  { host: 'player.twitch.tv', name: 'Twitch' },
  { host: 'slideshare.net', name: 'SlideShare' },
  { host: 'speakerdeck.com', name: 'Speaker Deck' },
  { host: 'w.soundcloud.com', name: 'SoundCloud' },
  { host: 'www.instagram.com', name: 'Instagram' },
  { host: 'www.tiktok.com', name: 'TikTok' },
]
