import type { WebResponse } from './web-response.ts'

/** The answer of a route that only the server has: that of any web handler, or one that a browser cannot give itself. */
export type ServerResponse = WebResponse | DataResponse | UnknownAddress

/** Anything but a whole page of the web app: JSON, a part of a page, a script, a download, or no body at all. */
export interface DataResponse {
  readonly kind: 'data'
  /** an iterable is sent piece by piece; it is closed if the browser disconnects */
  readonly body: string | Uint8Array | AsyncIterable<string | Uint8Array> | undefined
  readonly status: number
  /** all headers, including `content-type`; names in lower case */
  readonly headers: Readonly<Record<string, string>>
}

/** Answered like an address that no route has, so that a wrong secret in an address is no different. */
interface UnknownAddress {
  readonly kind: 'unknown'
}

/** @param headers all headers, including `content-type`; names in lower case */
export function dataResponse(
  body: DataResponse['body'],
  headers: Readonly<Record<string, string>>,
  status = 200,
): ServerResponse {
  return { kind: 'data', body, status, headers }
}

/** @returns a value as JSON, which must not be cached */
export function jsonResponse(value: unknown): ServerResponse {
  const headers = { 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' }
  return dataResponse(JSON.stringify(value), headers)
}

export const UNKNOWN_ADDRESS: ServerResponse = { kind: 'unknown' }
