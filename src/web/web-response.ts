import type { Html } from '../kernel/html.ts'

/** The answer of a web handler. The server and the service worker send it in the same way (`responseParts`). */
export type WebResponse =
  | {
      readonly kind: 'page'
      readonly markup: Html
      readonly status: number
      /** further headers, such as `referrer-policy` */
      readonly headers: Readonly<Record<string, string>>
    }
  /** changes of the open page; see layout/turbo-stream.ts */
  | { readonly kind: 'stream'; readonly parts: readonly Html[]; readonly status: number }
  | {
      readonly kind: 'redirect'
      readonly path: string
      readonly status: RedirectStatus
      /** further headers, such as `clear-site-data` */
      readonly headers: Readonly<Record<string, string>>
    }
  | { readonly kind: 'file'; readonly bytes: Uint8Array | string; readonly mediaType: string; readonly name: string }
  /** nothing to show */
  | { readonly kind: 'empty' }

/** 303 after a form, 301 from another spelling of a path, 302 otherwise (RFC 9110, 15.4) */
type RedirectStatus = 301 | 302 | 303

/** @returns a page; by default with status 200. It must not be cached. */
export function pageResponse(markup: Html, status = 200, headers: Readonly<Record<string, string>> = {}): WebResponse {
  return { kind: 'page', markup, status, headers }
}

/** @returns Turbo Streams that change the open page */
export function streamResponse(parts: readonly Html[], status = 200): WebResponse {
  return { kind: 'stream', parts, status }
}

export function redirectTo(
  path: string,
  status: RedirectStatus,
  headers: Readonly<Record<string, string>> = {},
): WebResponse {
  return { kind: 'redirect', path, status, headers }
}

/** @returns a file that the browser saves under a name of ASCII characters without quotation marks */
export function fileResponse(
  bytes: Uint8Array | string,
  about: { readonly mediaType: string; readonly name: string },
): WebResponse {
  return { kind: 'file', bytes, ...about }
}

export const EMPTY_RESPONSE: WebResponse = { kind: 'empty' }

export const STREAM_TYPE = 'text/vnd.turbo-stream.html'

/** What a response consists of in HTTP. */
interface ResponseParts {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | undefined
}

/**
 * @param policy content security policy of all pages
 * @returns the status, headers and body of a response
 */
export function responseParts(response: WebResponse, policy: string): ResponseParts {
  switch (response.kind) {
    case 'page': {
      const { status, headers, markup } = response
      const own = { 'content-security-policy': policy, 'cache-control': 'no-store' }
      const type = { 'content-type': 'text/html; charset=utf-8' }
      return { status, headers: { ...own, ...type, ...headers }, body: markup.toString() }
    }
    case 'stream': {
      const headers = { 'cache-control': 'no-store', 'content-type': `${STREAM_TYPE}; charset=utf-8` }
      return { status: response.status, headers, body: response.parts.join('') }
    }
    case 'redirect':
      return { status: response.status, headers: { location: response.path, ...response.headers }, body: undefined }
    case 'file': {
      const disposition = { 'content-disposition': `attachment; filename="${response.name}"` }
      const headers = { 'content-type': response.mediaType, ...disposition, 'cache-control': 'no-store, private' }
      return { status: 200, headers, body: response.bytes }
    }
    case 'empty':
      return { status: 204, headers: {}, body: undefined }
  }
}
