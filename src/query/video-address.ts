const YOUTUBE_HOSTS = ['www.youtube.com', 'youtube.com', 'm.youtube.com']
const YOUTUBE_PATHS = ['watch?%v=', 'shorts/', 'live/']
/** The ids of videos on YouTube have eleven characters. */
const YOUTUBE_ID = '_'.repeat(11)
const DIGITS = [...'0123456789']

/**
 * Addresses of pages about a video, as patterns of SQL's `like` in lower case: pages of single videos on YouTube, Vimeo,
 * Dailymotion and TED, whose players the reader can show (src/web/reader/player/player-sites.ts).
 */
export const VIDEO_ADDRESSES: readonly string[] = [
  ...YOUTUBE_HOSTS.flatMap((host) => YOUTUBE_PATHS.map((path) => `https://${host}/${path}${YOUTUBE_ID}%`)),
  `https://youtu.be/${YOUTUBE_ID}%`,
  ...DIGITS.map((digit) => `https://vimeo.com/${digit}%`),
  'https://www.dailymotion.com/video/_%',
  'https://www.ted.com/talks/_%',
]

const MATCHER = new RegExp(`^(?:${VIDEO_ADDRESSES.map(toRegExp).join('|')})$`, 'isu')

function toRegExp(pattern: string): string {
  return pattern
    .replaceAll(/[.?/]/g, String.raw`\$&`)
    .replaceAll('_', '.')
    .replaceAll('%', '.*')
}

/** @returns true for the address of a page about a video. The result is that of `VIDEO_ADDRESSES` in SQL. */
export function isVideoAddress(url: string): boolean {
  return MATCHER.test(url)
}
