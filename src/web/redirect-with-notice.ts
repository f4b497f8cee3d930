import { NOTICE_COOKIE } from './web-context.ts'
import type { WebRequest } from './web-request.ts'
import { redirectTo, type WebResponse } from './web-response.ts'

/**
 * Redirects after a form to a page that shows the given message once. A cookie carries the message.
 * @param path path of a page of the web app
 */
export function redirectWithNotice(
  { cookies }: Pick<WebRequest, 'cookies'>,
  path: string,
  notice: string,
): WebResponse {
  cookies.write(NOTICE_COOKIE, notice, 60)
  return redirectTo(path, 303)
}
