import type { IncomingHttpHeaders } from 'node:http'

type Headers = Record<string, string | string[]>

/** Headers that belong to one connection (RFC 9110, 7.6.1), besides those that `Connection` names. */
const OF_CONNECTION = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]

/** Headers about this server, its proxies and its cookies, which the store must not learn. */
const OF_SERVER =
  /^(?:host|expect|cookie2?|forwarded|via|origin|referer|true-client-ip|cf-.*|x-(?:forwarded-.*|real-ip|client-ip))$/

/** Headers of a response that would change what browsers do at the address of this server. */
const OF_SITE =
  /^(?:set-cookie2?|clear-site-data|service-worker-allowed|strict-transport-security|content-security-policy.*|x-frame-options|cross-origin-.*|access-control-.*|alt-svc|refresh|link|sourcemap|x-sourcemap|nel|report-to|reporting-endpoints|permissions-policy|referrer-policy|x-content-type-options|origin-agent-cluster)$/

/** @returns the headers of a request of a device for its store */
export function requestHeaders(headers: IncomingHttpHeaders): Headers {
  return without(headers, OF_SERVER)
}

/**
 * @param url address of the request, to which the target of a redirect may be relative
 * @returns the headers of a response of the store for the device
 */
export function responseHeaders(headers: IncomingHttpHeaders, url: string): Headers {
  const kept = without(headers, OF_SITE)
  const target = typeof kept['location'] === 'string' ? URL.parse(kept['location'], url) : null
  return { ...kept, ...(target && { location: target.href }) }
}

function without(headers: IncomingHttpHeaders, left: RegExp): Headers {
  const named = String(headers['connection'] ?? '').toLowerCase()
  const dropped = new Set([...OF_CONNECTION, ...named.split(',').map((name) => name.trim())])
  const kept = Object.entries(headers).filter(([name, value]) => {
    const lower = name.toLowerCase()
    return value !== undefined && !dropped.has(lower) && !left.test(lower)
  })
  return Object.fromEntries(kept) as Headers
}
