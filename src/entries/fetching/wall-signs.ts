/** Header fields with which the large bot protection services mark a response as a challenge. */
export const CHALLENGE_FIELDS: readonly (readonly [name: string, value: RegExp])[] = [
  // https://developers.cloudflare.com/cloudflare-challenges/challenge-types/challenge-pages/detect-response/
  ['cf-mitigated', /^challenge$/i],
  // https://docs.aws.amazon.com/waf/latest/developerguide/waf-captcha-and-challenge-how-it-works.html
  ['x-amzn-waf-action', /^(?:challenge|captcha)$/i],
  // https://vercel.com/docs/vercel-firewall/firewall-concepts
  ['x-vercel-mitigated', /^(?:challenge|deny)$/i],
]

/** Status codes with which bot protection services answer. */
export const CHALLENGE_STATUS = new Set([403, 405, 429, 503])

const HUMAN_QUESTION =
  'are you (?:a )?(?:human|robot)|verify(?:ing)? (?:that )?you(?: a|.{1,6})re (?:a )?(?:human|not a (?:ro)?bot)|' +
  'you(?: a|.{1,6})re not a (?:ro)?bot|(?:bist|sind) (?:du|sie) ein (?:roboter|mensch)|[eê]tes[- ]vous un robot|' +
  'eres un robot|sei un robot|press (?:&amp;|&|and) hold'

/** Matches texts and markup that, together with one of `CHALLENGE_STATUS`, show a check for bots. */
export const CHALLENGE_MARK = new RegExp(
  '/cdn-cgi/challenge-platform/|cf-turnstile|g-recaptcha|h-captcha|px-captcha|_incapsula_resource|captcha-container|' +
    'captcha-delivery\\.com|errors\\.edgesuite\\.net|sec-if-cpt-container|kpsdk|incapsula incident|' +
    `${HUMAN_QUESTION}|unusual traffic|enable javascript and cookies to continue`,
  'i',
)

/** @returns a pattern for titles that begin with a text, also after the name of the site */
function titleStart(words: string): RegExp {
  return new RegExp(String.raw`<title[^<>]{0,200}>\s{0,20}(?:[^<>]{1,60}\s[-–|:·•]\s)?` + words, 'i')
}

/** Matches titles of checks for bots, also after the name of the site. */
export const CHALLENGE_TITLE = titleStart(
  String.raw`(?:just a moment|attention required|access denied|access to this page has been denied|` +
    String.raw`checking your browser|security check|(?:vercel )?security checkpoint|human verification|` +
    String.raw`are you a robot|robot check|pardon our interruption|one moment, please|` +
    String.raw`making sure you(?:'|’|&#39;)re not a bot|client challenge|ddos-guard)`,
)

/** Matches a heading that asks whether the visitor is human. */
export const HUMAN_HEADING = new RegExp(`<h[1-3][^<>]{0,200}>[^<>]{0,60}(?:${HUMAN_QUESTION})`, 'i')

/**
 * Matches markup and scripts that only the challenge pages of these services contain: Cloudflare, DataDome, PerimeterX
 * (HUMAN), Imperva, Akamai, AWS WAF, Kasada, Sucuri, Anubis and DDoS-Guard. The scripts that the services add to
 * ordinary pages do not match.
 */
export const CHALLENGE_SCRIPT =
  /_cf_chl_opt|challenge-platform\/h\/[a-z]\/orchestrate\/|\bdd\s{0,9}=\s{0,9}\{['"]rt['"]|captcha-delivery\.com\/(?:c|i|captcha|interstitial)\b|id=["']?px-captcha|_incapsula_resource\?(?:sw|cw)udnsai|sec-if-cpt-container|\/_sec\/cp_challenge\/|triggerinterstitialchallenge|bm-verify=|window\.gokuprops|\/ips\.js\?kp_uidz|sucuri_cloudproxy_js|id=["']?anubis_challenge|\/\.within\.website\/x\/cmd\/anubis\/|\/\.well-known\/ddos-guard\//i

export const LOGIN_STATUS = new Set([401, 402])
/** Matches texts and markup that, together with status 403, show that the page requires an account. */
export const LOGIN_MARK =
  /type=["']?password|paywall|subscribe to (?:read|continue)|subscribers? only|(?:log|sign) ?in to (?:read|continue|view)|members? only/i
/** Matches titles of sign-in pages, also before or after the name of the site. */
export const LOGIN_TITLE = titleStart(
  String.raw`(?:(?:log|sign) ?in|anmelden|einloggen|connexion|se connecter|iniciar sesión|` +
    String.raw`accedi)\s{0,9}(?:<|[-–|:·•]|to |bei |à |en |a )`,
)
export const PASSWORD_FIELD = /<input[^<>]{1,300}type=["']?password|<input\s{1,9}type=["']?password/i

/** Matches titles of pages that ask for a choice about cookies and data before they show anything else. */
export const CONSENT_TITLE = titleStart(
  String.raw`(?:before you continue|bevor (?:sie|du) (?:zu .{1,40}? )?(?:weitergeh|fortf[aä]hr)|` +
    String.raw`avant d.{1,6}(?:accéder|continuer)|antes de continuar|prima di continuare|cookie wall|` +
    String.raw`(?:cookie |privacy )?consent\s{0,9}[<|–-]|privacy ?gate|your privacy choices|` +
    String.raw`we value your privacy)`,
)

/** The place of a wall that a site redirects to. */
export interface WallPlace {
  readonly reason: 'needs_login' | 'bot_wall' | 'consent_wall'
  /** matches paths in which a segment or its beginning names the wall; articles may have such paths too */
  readonly path: RegExp
  /** matches paths whose last segment is the name of the wall */
  readonly end: RegExp
  /** matches hosts that only contain the wall */
  readonly host: RegExp
}

const SIGN_IN =
  'log[-_]?in|sign[-_]?(?:in|up|on)|auth|authorize|authwall|sso|register|subscribe|member-?login|anmelden|connexion'
const ROBOT =
  'captcha|validatecaptcha|robot-?check|are-you-(?:a-)?(?:human|robot)|human-?(?:check|verification)|' +
  'bot-?(?:check|detection)|challenge|sorry/index|blocked'
const CONSENT =
  'consent|cookie-?(?:consent|wall)|collectconsent|privacy-?gate|privacy-?wall|cmp|gdpr|einwilligung|cookies?-?zustimmung'

/** The walls that sites redirect to, by the words in their addresses. */
export const WALL_PLACES: readonly WallPlace[] = [
  wallPlace('needs_login', SIGN_IN, 'login|signin|auth|accounts?|myaccount|sso|passport|id'),
  wallPlace('bot_wall', ROBOT, 'captcha|challenge|validate'),
  wallPlace('consent_wall', CONSENT, 'consent|guce|privacy|myprivacy|cmp'),
]

function wallPlace(reason: WallPlace['reason'], words: string, labels: string): WallPlace {
  return {
    reason,
    path: new RegExp(`/(?:${words})(?:[/.;_-]|$)`, 'i'),
    end: new RegExp(`/(?:${words})(?:\\.[a-z]{2,5})?/?$`, 'i'),
    host: new RegExp(`^(?:${labels})\\.`, 'i'),
  }
}

/** Matches names of query parameters with the address to return to after the wall. */
export const RETURN_PARAMETER =
  /^(?:next|back|from|done|dest(?:ination)?|target|goto|rd|ref(?:errer)?|r?url|origin(?:al)?(?:_?url)?|continue(?:_?url)?|(?:return|redirect|callback|forward)(?:_?(?:to|url|uri))?)$/i
