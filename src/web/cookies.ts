import type { WebRequest } from './web-request.ts'

/** A response whose headers can be set. */
interface HeaderTarget {
  /** adds a `Set-Cookie` header to those that are already set */
  header(name: 'set-cookie', value: string): unknown
}

/**
 * Reads and writes cookies. With TLS, their names in the browser start with `__Host-`, so that browsers send them to
 * this host only (RFC 6265bis, 4.1.3).
 */
export interface CookieJar {
  read(request: Pick<WebRequest, 'headers'>, name: string): string | undefined
  /** @returns the names of the request's cookies that begin with a prefix, in the order of their creation */
  names(request: Pick<WebRequest, 'headers'>, prefix: string): readonly string[]
  /** @param maxAge lifetime in seconds; if absent, the cookie ends with the browser session */
  write(reply: HeaderTarget, name: string, value: string, maxAge?: number): void
  clear(reply: HeaderTarget, name: string): void
}

/** @param isSecure true if users reach the service over TLS */
export function cookieJar(isSecure: boolean): CookieJar {
  const fullName = (name: string) => (isSecure ? `__Host-${name}` : name)
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  const write: CookieJar['write'] = (reply, name, value, maxAge) => {
    const life = maxAge === undefined ? '' : `; Max-Age=${maxAge}`
    reply.header('set-cookie', `${fullName(name)}=${encodeURIComponent(value)}; ${attributes}${life}`)
  }
  return {
    read: (request, name) => readCookie(request.headers.cookie ?? '', fullName(name)),
    names: ({ headers }, prefix) =>
      cookieNames(headers.cookie ?? '')
        .filter((name) => name.startsWith(fullName(prefix)))
        .map((name) => (isSecure ? name.slice('__Host-'.length) : name)),
    write,
    clear: (reply, name) => write(reply, name, '', 0),
  }
}

function readCookie(header: string, name: string): string | undefined {
  for (const pair of header.split(';', 100)) {
    const equals = pair.indexOf('=')
    if (pair.slice(0, equals).trim() === name) return decoded(pair.slice(equals + 1).trim())
  }
  return undefined
}

const cookieNames = (header: string): string[] =>
  header.split(';', 100).map((pair) => pair.slice(0, Math.max(0, pair.indexOf('='))).trim())

function decoded(value: string): string | undefined {
  try {
    return decodeURIComponent(value)
  } catch {
    return undefined
  }
}
