/** Players that are embedded by iframe, and how the address of the page to watch is made from the player's. */
export interface VideoHost {
  readonly hosts: readonly string[]
  readonly name: string
  /** Finds the video's id in the player's path. */
  readonly path: RegExp
  readonly watch: (id: string) => string
  /** The address of a still picture, where it follows from the id. */
  readonly picture?: (id: string) => string
}

export const VIDEO_HOSTS: readonly VideoHost[] = [
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
