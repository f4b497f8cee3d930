import type { IncomingMessage } from 'node:http'

/** Formats of error responses, which a suffix of the address can select. */
export type ErrorFormat = 'json' | 'xml' | 'html'

const FORMATS = new WeakMap<IncomingMessage, ErrorFormat>()

/** @returns the format for an error response to this request (contract 0.6) */
export function errorFormat(request: IncomingMessage): ErrorFormat {
  return FORMATS.get(request) ?? 'json'
}

/** Matches paths that keep their suffix, because it belongs to the route or to its parameter. */
const KEEPS_ENDING = /(?<!\/taggingrule)\/export\.[^/]*$|^\/api\/(?:doc[./]|site-(?:rules|credentials)\/)/

/**
 * Normalizes an API address before routing: replaces doubled slashes, which some clients send, by one (contract 16.12),
 * and removes suffixes such as `.json` (0.2).
 * @returns path and query
 */
export function routedPath(request: IncomingMessage): string {
  const address = (request.url ?? '/').replace(/^\/{2,}/, '/')
  const isApi = address.startsWith('/api/')
  const isOurs = isApi || address.startsWith('/oauth/')
  if (!isOurs && !address.includes('%')) return address
  const end = address.indexOf('?')
  const query = end === -1 ? '' : address.slice(end)
  const given = decodable(end === -1 ? address : address.slice(0, end))
  const path = isOurs ? given.replaceAll(/\/{2,}/g, '/') : given
  return (isApi ? withoutSuffix(request, path) : path) + query
}

/** Removes the suffix, and stores the error format that it selects for `errorFormat`. */
function withoutSuffix(request: IncomingMessage, path: string): string {
  const suffix = KEEPS_ENDING.test(path) ? undefined : /\.([A-Za-z][A-Za-z0-9]{0,9})$/.exec(path)
  if (!suffix) return path
  const format = suffix[1]!.toLowerCase()
  if (format === 'xml' || format === 'html') FORMATS.set(request, format)
  return path.slice(0, suffix.index)
}

/**
 * Escapes the percent signs of a path that contains invalid escapes, so that the response is a normal 404. The router
 * would otherwise send its own error.
 */
function decodable(path: string): string {
  if (!path.includes('%')) return path
  try {
    decodeURIComponent(path)
    return path
  } catch {
    return path.replaceAll('%', '%25')
  }
}

const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

/**
 * Replaces the method of a POST request by the one in `X-HTTP-Method-Override` (contract 0.2). Must be called before
 * routing.
 */
export function overrideMethod(request: IncomingMessage): void {
  const wanted = request.headers['x-http-method-override']
  if (request.method !== 'POST' || typeof wanted !== 'string') return
  const method = wanted.toUpperCase()
  if (METHODS.has(method) && request.url?.match(/^\/*api\//)) request.method = method
}
