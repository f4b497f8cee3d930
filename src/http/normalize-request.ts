import type { IncomingMessage } from 'node:http'

/** Formats of error responses. A suffix of the requested path, such as `.xml`, selects one. */
type ErrorFormat = 'json' | 'xml' | 'html'

const FORMATS = new WeakMap<IncomingMessage, ErrorFormat>()

/** @returns the format for an error response to this request (wallabag contract 0.6) */
export function errorFormat(request: IncomingMessage): ErrorFormat {
  return FORMATS.get(request) ?? 'json'
}

/** Matches API paths whose suffix must stay, because it is part of the route (`/export.epub`) or of a parameter. */
const PATH_WITH_SUFFIX =
  /(?<!\/taggingrule)\/export\.[^/]*$|^\/api\/(?:doc[./]|(?:greader|fever)\.php(?:\/|$)|site-(?:rules|credentials)\/)/

/**
 * Normalizes a path before routing. Some clients send repeated slashes; in API and OAuth paths, they become one
 * (wallabag contract 16.12). In API paths, suffixes such as `.json` are removed (0.2).
 * @returns path and query
 */
export function normalizedPath(request: IncomingMessage): string {
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

/** Removes the suffix of a path. `errorFormat` later returns the format that the suffix names. */
function withoutSuffix(request: IncomingMessage, path: string): string {
  const suffix = PATH_WITH_SUFFIX.test(path) ? undefined : /\.([A-Za-z][A-Za-z0-9]{0,9})$/.exec(path)
  if (!suffix) return path
  const format = suffix[1]!.toLowerCase()
  if (format === 'xml' || format === 'html') FORMATS.set(request, format)
  return path.slice(0, suffix.index)
}

/**
 * Escapes all percent signs of a path that contains an invalid escape. The router then answers with a normal 404
 * instead of its own error.
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
 * Replaces the method of a POST request to the API by the one in `X-HTTP-Method-Override` (wallabag contract 0.2). The
 * caller must call this before routing.
 */
export function overrideMethod(request: IncomingMessage): void {
  const wanted = request.headers['x-http-method-override']
  if (request.method !== 'POST' || typeof wanted !== 'string') return
  const method = wanted.toUpperCase()
  if (METHODS.has(method) && request.url?.match(/^\/*api\//)) request.method = method
}
