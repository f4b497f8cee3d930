/**
 * A page that a site shows instead of the requested one, such as a sign-in page. `sign` names the evidence, for logs.
 */
export interface Wall {
  readonly reason: 'needs_login' | 'login_refused' | 'bot_wall'
  readonly sign: string
}

export interface WallCandidate {
  readonly url: string
  readonly status: number
  /** response headers with names in lower case */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** Number of bytes at the start of a page that are searched for signs of a wall. */
const HEAD_BYTES = 65_536

/** Header fields with which the large bot protection services mark a response as a challenge. */
const CHALLENGE_FIELDS: readonly (readonly [name: string, value: RegExp])[] = [
  ['cf-mitigated', /^challenge$/i],
  ['x-amzn-waf-action', /^(?:challenge|captcha)$/i],
]

const CHALLENGE_STATUS = new Set([403, 405, 429, 503])
const CHALLENGE_MARK =
  /\/cdn-cgi\/challenge-platform\/|cf-turnstile|g-recaptcha|h-captcha|px-captcha|_incapsula_resource|captcha-container|are you a (?:human|robot)|verify(?:ing)? (?:that )?you are (?:a )?human|you are not a robot|unusual traffic|enable javascript and cookies to continue/i
const CHALLENGE_TITLE =
  /<title[^<>]{0,200}>\s{0,20}(?:just a moment|attention required|access denied|access to this page has been denied|checking your browser|security check|are you a robot|robot check|pardon our interruption|one moment, please)/i

const LOGIN_STATUS = new Set([401, 402])
const LOGIN_MARK =
  /type=["']?password|paywall|subscribe to (?:read|continue)|subscribers? only|(?:log|sign) ?in to (?:read|continue|view)|members? only/i
const LOGIN_PATH = /\/(?:log-?in|sign-?in|auth|authorize|sso|register|subscribe)(?:[/.;_-]|$)/i

/**
 * Recognises a page that requires an account or checks for bots, by signs that are common to many sites.
 * @param asked the requested address
 * @param page the response; its body is checked up to `HEAD_BYTES`
 */
export function recogniseWall(asked: string, page: WallCandidate): Wall | undefined {
  const field = CHALLENGE_FIELDS.find(([name, value]) => value.test(page.headers[name] ?? ''))
  if (field) return { reason: 'bot_wall', sign: `header ${field[0]}` }
  if (LOGIN_STATUS.has(page.status)) return { reason: 'needs_login', sign: `status ${page.status}` }
  const head = Buffer.from(page.body.subarray(0, HEAD_BYTES)).toString('latin1')
  const isRefused = CHALLENGE_STATUS.has(page.status)
  if (isRefused && CHALLENGE_MARK.test(head)) return { reason: 'bot_wall', sign: 'markup' }
  if (CHALLENGE_TITLE.test(head) && (isRefused || CHALLENGE_MARK.test(head)))
    return { reason: 'bot_wall', sign: 'title' }
  if (page.status === 403 && LOGIN_MARK.test(head)) return { reason: 'needs_login', sign: 'markup' }
  const isSentToLogin = LOGIN_PATH.test(pathOf(page.url)) && !LOGIN_PATH.test(pathOf(asked))
  return isSentToLogin ? { reason: 'needs_login', sign: 'redirect' } : undefined
}

function pathOf(address: string): string {
  return URL.parse(address)?.pathname ?? ''
}
