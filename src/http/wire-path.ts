import type { IncomingMessage } from 'node:http'

/** Formats that an error body may be asked for in by the ending of the address. */
export type ErrorFormat = 'json' | 'xml' | 'html'

const FORMATS = new WeakMap<IncomingMessage, ErrorFormat>()

/** @returns the format in which an error of this request is told (contract 0.6) */
export function errorFormat(request: IncomingMessage): ErrorFormat {
  return FORMATS.get(request) ?? 'json'
}

/** Addresses whose ending belongs to them. */
const KEEPS_ENDING = /(?<!\/taggingrule)\/export\.[^/]*$|^\/api\/(?:doc[./]|site-(?:rules|credentials)\/)/

/**
 * Turns the many spellings of an API address into the one that is routed: doubled slashes become one (contract 16.12;
 * some clients have them in the middle), any suffix such as `.json` is taken off (0.2). Runs before routing.
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

/** Notes which format the suffix asks for. */
function withoutSuffix(request: IncomingMessage, path: string): string {
  const suffix = KEEPS_ENDING.test(path) ? undefined : /\.([A-Za-z][A-Za-z0-9]{0,9})$/.exec(path)
  if (!suffix) return path
  const format = suffix[1]!.toLowerCase()
  if (format === 'xml' || format === 'html') FORMATS.set(request, format)
  return path.slice(0, suffix.index)
}

/** The router has an answer of its own to a path that cannot be decoded; taken to the letter, it is just not there. */
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

/** A POST with `X-HTTP-Method-Override` is treated as the named method (contract 0.2). Runs before routing. */
export function overrideMethod(request: IncomingMessage): void {
  const wanted = request.headers['x-http-method-override']
  if (request.method !== 'POST' || typeof wanted !== 'string') return
  const method = wanted.toUpperCase()
  if (METHODS.has(method) && request.url?.match(/^\/*api\//)) request.method = method
}
