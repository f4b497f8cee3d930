import { AppError } from '../kernel/errors.ts'

/** Resources of other sites that pages of the web app may load. Articles and stored files have stricter policies. */
interface UiPolicyOptions {
  /** origins whose video players pages may embed, such as `https://www.youtube-nocookie.com` */
  readonly embedHosts?: readonly string[]
  /** true if pages may load images from other sites; needed only if the server stores no copies of images */
  readonly remoteImages?: boolean
}

/** Policy for files that the server sends exactly as it received them. Scripts in them cannot run. */
export const STORED_FILE_POLICY = "default-src 'none'; sandbox"

const ARTICLE_SANDBOX = 'sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox'

/**
 * @returns the value of Content-Security-Policy for pages of the web app. It forbids inline scripts and styles, and
 *   other sites cannot frame the page.
 * @throws AppError `invalid_input` for an embed host that is not an https origin
 */
export function uiPolicy({ embedHosts = [], remoteImages = false }: UiPolicyOptions = {}): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' data:${remoteImages ? ' https:' : ''}`,
    "media-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    `frame-src ${["'self'", ...embedHosts.map(httpsOrigin)].join(' ')}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/**
 * @returns the policy of a response that contains only a sanitised article. Even if a browser opens the response
 *   directly, the article can do no harm.
 * @throws AppError `invalid_input` for an embed host that is not an https origin
 */
export function articlePolicy(embedHosts: readonly string[] = []): string {
  return [
    "default-src 'none'",
    "img-src 'self'",
    "media-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    `frame-src ${embedHosts.length === 0 ? "'none'" : embedHosts.map(httpsOrigin).join(' ')}`,
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    ARTICLE_SANDBOX,
  ].join('; ')
}

function httpsOrigin(host: string): string {
  const url = URL.parse(host)
  if (url?.protocol === 'https:' && url.origin === host) return host
  throw new AppError('invalid_input', 'an embed host must be an address such as https://player.example.com', {
    details: { host },
  })
}
