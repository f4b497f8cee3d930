import {
  CHALLENGE_FIELDS,
  CHALLENGE_MARK,
  CHALLENGE_SCRIPT,
  CHALLENGE_STATUS,
  CHALLENGE_TITLE,
  CONSENT_TITLE,
  HUMAN_HEADING,
  LOGIN_MARK,
  LOGIN_STATUS,
  LOGIN_TITLE,
  PASSWORD_FIELD,
  RETURN_PARAMETER,
  WALL_PLACES,
  type WallPlace,
} from './wall-signs.ts'

/**
 * A page that a site shows instead of the requested one, such as a sign-in page. `sign` names the evidence, for logs.
 */
export interface Wall {
  readonly reason: 'needs_login' | 'login_refused' | 'bot_wall' | 'consent_wall'
  readonly sign: string
  /**
   * A text with at least this reading time, in minutes, is the requested article despite the sign. Infinity if the page
   * is certainly a wall.
   */
  readonly articleMinutes: number
  /** true if the title and the summary of the page are those of the requested page */
  readonly hasOwnMetadata: boolean
}

interface WallCandidate {
  readonly url: string
  readonly status: number
  /** response headers with names in lower case */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** Number of bytes at the start of a page that are searched for signs of a wall. */
const HEAD_BYTES = 65_536

/** Reading time in minutes that no challenge page reaches. Articles about challenges may contain their scripts. */
const SCRIPT_MINUTES = 3

/**
 * Recognises a page that requires an account or a choice about cookies, or checks for bots, by signs that are common to
 * many sites.
 * @param asked the requested address
 * @param page the response; its body is checked up to `HEAD_BYTES`
 */
export function recogniseWall(asked: string, page: WallCandidate): Wall | undefined {
  const head = Buffer.from(page.body.subarray(0, HEAD_BYTES)).toString('utf8')
  return (
    challengeIn(page, head) ?? loginRequired(page, head) ?? wallAfterRedirect(asked, page, head) ?? wallInPlace(head)
  )
}

/** @returns true if the page is a check for bots, whose redirects must not be followed */
export function isBotWall(asked: string, page: WallCandidate): boolean {
  return recogniseWall(asked, page)?.reason === 'bot_wall'
}

function challengeIn(page: WallCandidate, head: string): Wall | undefined {
  const field = CHALLENGE_FIELDS.find(([name, value]) => value.test(page.headers[name] ?? ''))
  if (field) return wallOf('bot_wall', `header ${field[0]}`, Infinity)
  const isRefused = CHALLENGE_STATUS.has(page.status)
  if (isRefused && page.headers['x-datadome'] !== undefined) return wallOf('bot_wall', 'header x-datadome', Infinity)
  if (isRefused && CHALLENGE_MARK.test(head)) return wallOf('bot_wall', 'markup')
  if (CHALLENGE_TITLE.test(head) && (isRefused || CHALLENGE_MARK.test(head))) return wallOf('bot_wall', 'title')
  return CHALLENGE_SCRIPT.test(head) ? wallOf('bot_wall', 'script', SCRIPT_MINUTES) : undefined
}

function loginRequired({ status }: WallCandidate, head: string): Wall | undefined {
  const own = { articleMinutes: 1, hasOwnMetadata: true }
  if (LOGIN_STATUS.has(status)) return { reason: 'needs_login', sign: `status ${status}`, ...own }
  return status === 403 && LOGIN_MARK.test(head) ? { reason: 'needs_login', sign: 'markup', ...own } : undefined
}

/** Recognises a wall by its address, if the requested address does not have the same words in its path. */
function wallAfterRedirect(asked: string, page: WallCandidate, head: string): Wall | undefined {
  const [from, to] = [URL.parse(asked), URL.parse(page.url)]
  if (!from || !to || from.href === to.href) return undefined
  const place = WALL_PLACES.find((one) => leadsTo(one, from, to))
  if (!place) return undefined
  const isWhole = place.end.test(to.pathname) || place.host.test(to.hostname)
  const isCertain =
    (isWhole && (hasReturnAddress(from, to) || PASSWORD_FIELD.test(head))) ||
    (place.reason === 'consent_wall' && endsWithPath(from, to))
  return wallOf(place.reason, 'redirect', isCertain ? Infinity : 1)
}

/**
 * Tests whether a redirect leads to a wall. A host that only contains walls counts only with a subdomain, because
 * `id.example` may also be an ordinary site.
 */
function leadsTo({ path, host }: WallPlace, from: URL, to: URL): boolean {
  const named = path.exec(to.pathname)
  if (named && !segmentsOf(from).has(segmentAt(to.pathname, named.index))) return true
  const isWallHost = ({ hostname }: URL) => host.test(hostname) && hostname.split('.').length > 2
  return isWallHost(to) && !isWallHost(from)
}

function segmentsOf({ pathname }: URL): ReadonlySet<string> {
  return new Set(pathname.split('/'))
}

/** @param index position of the slash before the segment */
function segmentAt(pathname: string, index: number): string {
  return pathname.slice(index + 1).split('/')[0]!
}

/** @returns true if the path of a wall is the requested path with something before it */
function endsWithPath({ pathname: asked }: URL, { pathname }: URL): boolean {
  return asked.length > 1 && pathname.length > asked.length && pathname.endsWith(asked)
}

/** @returns true if the address of a wall has a parameter with the address to return to after the wall */
function hasReturnAddress(asked: URL, wall: URL): boolean {
  return [...wall.searchParams.keys()].some((name) => RETURN_PARAMETER.test(name) && !asked.searchParams.has(name))
}

/** Recognises a wall at the requested address itself, by its title or heading. A longer text is an article about it. */
function wallInPlace(head: string): Wall | undefined {
  if (HUMAN_HEADING.test(head)) return wallOf('bot_wall', 'heading')
  if (CONSENT_TITLE.test(head)) return wallOf('consent_wall', 'title')
  return LOGIN_TITLE.test(head) && PASSWORD_FIELD.test(head) ? wallOf('needs_login', 'title') : undefined
}

function wallOf(reason: Wall['reason'], sign: string, articleMinutes = 1): Wall {
  return { reason, sign, articleMinutes, hasOwnMetadata: false }
}
