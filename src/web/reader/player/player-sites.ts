/** What a link of an article leads to, if it is a video or a recording on a site with a known player. */
interface LinkedRecording {
  readonly kind: 'video' | 'audio'
  /** address of the site's player, without a start; equal for all links to the same recording */
  readonly player: string
  /** second at which the link starts; 0 if it names none */
  readonly start: number
}

/** A site whose player may be framed. */
interface PlayerSite {
  readonly kind: LinkedRecording['kind']
  /** hosts of the site's pages; PeerTube runs on many public ones */
  readonly hosts: readonly string[] | 'public'
  /** @returns the address of the player for a page; undefined if the page shows no single recording */
  readonly playerOf: (page: URL) => string | undefined
}

const YOUTUBE_HOSTS = ['www.youtube.com', 'youtube.com', 'm.youtube.com', 'youtu.be', 'www.youtube-nocookie.com']

/**
 * The sites whose players may be framed, each in the form that stores the least: YouTube without cookies, Vimeo without
 * tracking (`dnt`), PeerTube without exchange between viewers (`p2p`), which would show the viewer's address to others.
 */
const SITES: readonly PlayerSite[] = [
  { kind: 'video', hosts: YOUTUBE_HOSTS, playerOf: youtubePlayer },
  {
    kind: 'video',
    hosts: ['vimeo.com', 'www.vimeo.com', 'player.vimeo.com'],
    playerOf: ({ pathname }) =>
      withId(/^\/(?:video\/)?(\d{1,20})\/?$/, pathname, 'https://player.vimeo.com/video/', '?dnt=1'),
  },
  {
    kind: 'video',
    hosts: ['www.dailymotion.com', 'dailymotion.com'],
    playerOf: ({ pathname }) =>
      withId(/^\/video\/(\w{1,40})/, pathname, 'https://geo.dailymotion.com/player.html?video='),
  },
  {
    kind: 'video',
    hosts: ['www.ted.com', 'ted.com'],
    playerOf: ({ pathname }) => withId(/^\/talks\/(\w{1,200})\/?$/, pathname, 'https://embed.ted.com/talks/'),
  },
  { kind: 'audio', hosts: ['soundcloud.com', 'www.soundcloud.com', 'w.soundcloud.com'], playerOf: soundcloudPlayer },
  {
    kind: 'video',
    hosts: 'public',
    playerOf: ({ origin, pathname }) =>
      withId(/^\/(?:w|videos\/watch)\/([\w-]{20,40})$/, pathname, `${origin}/videos/embed/`, '?p2p=0'),
  },
]

/**
 * Matches names of public hosts, but no IP addresses and no names without a dot. An article could otherwise let a device in the
 * reader's own network be framed.
 */
const PUBLIC_HOST = /^(?:[\w-]+\.)+[a-z][\w-]+$/
/** Matches top-level domains of private networks (RFC 6761, RFC 6762 appendix G, RFC 8375). */
const PRIVATE_DOMAIN = /\.(?:localhost|local|intranet|internal|private|corp|home|lan|arpa)$/

function isHostOf({ hosts }: PlayerSite, host: string): boolean {
  if (hosts === 'public') return PUBLIC_HOST.test(host) && !PRIVATE_DOMAIN.test(host)
  return hosts.includes(host)
}

/**
 * @param address absolute address in an article
 * @returns the recording behind it; undefined for all other addresses, and for those without TLS
 */
export function linkedRecording(address: string): LinkedRecording | undefined {
  const page = URL.parse(address)
  if (page?.protocol !== 'https:' || page.username !== '' || page.port !== '') return undefined
  const site = SITES.find((one) => isHostOf(one, page.hostname) && one.playerOf(page))
  const player = site?.playerOf(page)
  return site && player !== undefined ? { kind: site.kind, player, start: startOf(page) } : undefined
}

/** @returns the address of a player that starts by itself, at the given second */
export function startedPlayer({ kind, player }: Pick<LinkedRecording, 'kind' | 'player'>, start: number): string {
  const address = new URL(player)
  address.searchParams.set(kind === 'audio' ? 'auto_play' : 'autoplay', kind === 'audio' ? 'true' : '1')
  if (start > 0 && address.hostname === 'player.vimeo.com') address.hash = `t=${start}s`
  else if (start > 0)
    address.searchParams.set(address.hostname === 'geo.dailymotion.com' ? 'startTime' : 'start', String(start))
  return address.href
}

function withId(path: RegExp, pathname: string, before: string, after = ''): string | undefined {
  const id = path.exec(pathname)?.[1]
  return id === undefined ? undefined : `${before}${id}${after}`
}

function youtubePlayer({ hostname, pathname, searchParams }: URL): string | undefined {
  const named =
    pathname === '/watch'
      ? (searchParams.get('v') ?? '')
      : (/^\/(?:shorts|live|embed)\/(.*)$/.exec(pathname)?.[1] ?? '')
  const id = hostname === 'youtu.be' ? pathname.slice(1) : named
  return /^[\w-]{11}$/.test(id) ? `https://www.youtube-nocookie.com/embed/${id}` : undefined
}

/** SoundCloud's player takes the address of the page, or of its interface for programs, as a parameter. */
function soundcloudPlayer(page: URL): string | undefined {
  const isPlayer = page.hostname === 'w.soundcloud.com' && page.pathname === '/player/'
  const track = isPlayer ? (page.searchParams.get('url') ?? '') : page.origin + page.pathname
  if (!/^https:\/\/(?:api\.|www\.)?soundcloud\.com\/[\w%:-]{1,100}\/[\w%:/-]{1,200}$/.test(track)) return undefined
  return `https://w.soundcloud.com/player/?${new URLSearchParams({ url: track }).toString()}`
}

const START = /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,6})s?)?$/

function startOf({ searchParams, hash }: URL): number {
  const named = searchParams.get('t') ?? searchParams.get('start') ?? /^#t=(.*)$/.exec(hash)?.[1] ?? ''
  const [, hours = '0', minutes = '0', seconds = '0'] = START.exec(named) ?? []
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}
