import { AppError } from '../kernel/errors.ts'

/** Resources of other sites that pages of the web app may load. Articles and stored files have stricter policies. */
interface UiPolicyOptions {
  /** true if pages may load images from other sites; needed only if the server stores no copies of images */
  readonly remoteImages?: boolean
  /** the source to which the response to a form may redirect, besides this server */
  readonly formTarget?: string
}

/** Policy for files that the server sends exactly as it received them. Scripts in them cannot run. */
export const STORED_FILE_POLICY = "default-src 'none'; sandbox"

const ARTICLE_SANDBOX = 'sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox'

/**
 * @returns the value of Content-Security-Policy for pages of the web app. It forbids inline scripts and styles, and
 *   other sites cannot frame the page. Frames of other sites are only in the page of a player (`playerPolicy`).
 */
export function uiPolicy({ remoteImages = false, formTarget }: UiPolicyOptions = {}): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data:${remoteImages ? ' https:' : ''}`,
    "media-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    `form-action 'self'${formTarget === undefined ? '' : ` ${formTarget}`}`,
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/**
 * @returns the policy of a response that contains only a sanitised article. Even if a browser opens the response
 *   directly, the article can do no harm.
 */
export function articlePolicy(): string {
  return [
    "default-src 'none'",
    "img-src 'self'",
    "media-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "frame-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    ARTICLE_SANDBOX,
  ].join('; ')
}

/**
 * @returns the policy of the page that contains one player. It may frame the one site of the player, or load one file.
 *   Files may come from any host, because most recordings are redirected several times. The page runs no scripts, and
 *   only pages of this server may frame it.
 * @throws AppError `invalid_input` for a player without TLS
 */
export function playerPolicy({
  kind,
  address,
}: {
  readonly kind: 'site' | 'video' | 'audio'
  address: string
}): string {
  const scheme = address.startsWith('http:') ? 'http: https:' : 'https:'
  return [
    "default-src 'none'",
    "style-src 'self'",
    kind === 'site' ? `frame-src ${httpsOrigin(address)}` : `media-src ${scheme}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
  ].join('; ')
}

function httpsOrigin(address: string): string {
  const url = URL.parse(address)
  if (url?.protocol === 'https:') return url.origin
  throw new AppError('invalid_input', 'a player must have an https address', { details: { address } })
}
