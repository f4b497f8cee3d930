import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppScope } from '../../users/passwords/app-scopes.ts'
import type { Key } from '../account/key.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** A request to an endpoint that needs no key. */
export interface PublicCall {
  readonly query: URLSearchParams
  /** parts of the path, by their names in the pattern */
  readonly parts: Readonly<Record<string, string>>
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** A request with a valid key. */
export interface KeyCall extends PublicCall {
  readonly key: Key
}

export type Endpoint =
  | { readonly isPublic: true; readonly answer: (call: PublicCall) => unknown }
  /** `scope`: the scope that the key needs; absent if any key will do */
  | { readonly isPublic?: false; readonly scope?: AppScope; readonly answer: (call: KeyCall) => unknown }

/** The endpoints of a path, by method. */
type PathEndpoints = Partial<Readonly<Record<Method, Endpoint>>>

/** The endpoints of an interface, by pattern. In a pattern, `:name` stands for a part of a path. */
export type Endpoints = Readonly<Record<string, PathEndpoints>>

interface Found {
  readonly endpoints: PathEndpoints
  readonly parts: Readonly<Record<string, string>>
}

/**
 * @returns the endpoints of a path; undefined for an unknown path. Patterns that come first take precedence. A path that
 *   ends in a slash has only the endpoints that read, as in Readeck.
 */
export function findEndpoints(all: Endpoints, path: string): Found | undefined {
  const isSlashed = path.endsWith('/')
  const given = (isSlashed ? path.slice(0, -1) : path).split('/')
  for (const [pattern, endpoints] of Object.entries(all)) {
    const parts = matchParts(pattern.split('/'), given)
    if (parts) return { endpoints: isSlashed ? { ...(endpoints.GET && { GET: endpoints.GET }) } : endpoints, parts }
  }
  return undefined
}

function matchParts(pattern: readonly string[], given: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== given.length) return undefined
  const parts: Record<string, string> = {}
  for (const [index, part] of pattern.entries()) {
    if (part.startsWith(':')) parts[part.slice(1)] = given[index]!
    else if (part !== given[index]) return undefined
  }
  return parts
}
