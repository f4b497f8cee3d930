/** A page that stands before the one that was asked for. `sign` says by what it was recognised. */
export interface Wall {
  readonly reason: 'needs_login' | 'login_refused' | 'bot_wall'
  readonly sign: string
}

export interface AnsweredPage {
  readonly url: string
  readonly status: number
  /** names in lower case */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** How much of a page is looked at, in bytes. */
const HEAD_BYTES = 65_536

/** Header fields by which the large defences say that their answer is a challenge, and no page. */
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
 * Recognises, by signs that do not depend on the site, a page that asks for an account or doubts that we are a person.
 * @param asked the address that was asked for
 * @param page as it answered; its first 64 kB are looked at
 */
export function recogniseWall(asked: string, page: AnsweredPage): Wall | undefined {
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
