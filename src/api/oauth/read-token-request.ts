import type { FastifyRequest } from 'fastify'
import { isRepeated, sentText } from '../../kernel/form-body.ts'
import { OauthError } from '../../oauth/oauth-error.ts'
import type { TokenRequest } from '../../oauth/token-request.ts'
import { callerOf } from '../../security-events/caller.ts'
import type { Query } from '../wire/query-values.ts'
import { fieldsOf } from '../wire/request-context.ts'

const NAMES = [
  'token',
  'grant_type',
  'client_id',
  'client_secret',
  'username',
  'password',
  'refresh_token',
  'scope',
  'code',
  'redirect_uri',
  'code_verifier',
  'device_code',
  'resource',
]

/**
 * Reads the parameters of a token request from the body and the query. Leaves their texts unchanged, without Unicode
 * normalisation, because a changed password would be wrong.
 * @throws OauthError `invalid_request` for a repeated parameter (RFC 6749, section 3.2). The body and the query may
 *   contain the same value, because some apps send all parameters in both.
 */
export function tokenRequest(request: FastifyRequest): TokenRequest {
  const parameters = new Map<string, string>()
  for (const name of NAMES) {
    const value = parameterOf(request, name)
    if (value !== undefined) parameters.set(name, value)
  }
  return { parameters, basic: basicCredentials(request), caller: callerOf(request) }
}

function parameterOf(request: FastifyRequest, name: string): string | undefined {
  const fields = fieldsOf(request)
  const query = request.query as Query
  const inQuery = query[name]
  const [inBody, isInBody] = [sentText(fields, name), (fields.get(name) ?? null) !== null]
  const isTwice = isInBody && inQuery !== undefined && inBody !== inQuery
  if (isTwice || isRepeated(fields, name) || isRepeatedInQuery(query, name)) {
    throw new OauthError(400, 'invalid_request', `The parameter "${name}" must not be given more than once`)
  }
  if (isInBody) return inBody
  return typeof inQuery === 'string' ? inQuery : undefined
}

/**
 * @returns true if the query contains the parameter twice, or as both `name` and `name[]`. `name[]` alone counts as
 *   missing.
 */
function isRepeatedInQuery(query: Query, name: string): boolean {
  const value = query[name]
  if (value === undefined) return false
  return Array.isArray(value) || Object.keys(query).some((key) => key.startsWith(`${name}[`))
}

/**
 * @returns client id and secret from an HTTP Basic header (RFC 7617); undefined if the header is missing or invalid. Both are encoded
 *   as in a form (RFC 6749, section 2.3.1). Some clients do not encode them, so a value without a percent sign is used as it is.
 */
function basicCredentials({ headers }: FastifyRequest): TokenRequest['basic'] {
  const encoded = /^basic\s+([A-Za-z0-9+/=_-]+)\s*$/i.exec(headers.authorization ?? '')?.[1]
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, 'base64').toString()
  const colon = text.indexOf(':')
  if (colon === -1) return undefined
  return { clientId: formDecoded(text.slice(0, colon)), clientSecret: formDecoded(text.slice(colon + 1)) }
}

/** @returns the value without its form encoding; unchanged if it has none, or an invalid one */
function formDecoded(value: string): string {
  if (!value.includes('%')) return value
  try {
    return decodeURIComponent(value.replaceAll('+', ' '))
  } catch {
    return value
  }
}
