import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendError } from '../http/send-error.ts'
import { notFound } from '../kernel/errors.ts'
import { basicLogin } from '../keys/basic-login.ts'
import { findKeyUser, InvalidKey, type KeyUser, type KeyUserDeps } from '../keys/key-user.ts'
import { useKeyOfLogin } from '../keys/use-key-of-login.ts'
import { useKey } from '../users/passwords/key-holder.ts'

/** Path of the document that describes how to sign in. */
export const AUTHENTICATION_PATH = '/authentication'
export const AUTHENTICATION_TYPE = 'application/opds-authentication+json'

/**
 * Finds the user of the app password in `Authorization: Basic`, or of the key in an address `/opds/t/KEY/…`.
 * @throws InvalidKey without a valid login; AppError `not_found` for a wrong key in the address, because a login would not
 *   help
 */
export async function authenticate(deps: KeyUserDeps, request: FastifyRequest): Promise<KeyUser> {
  const key = keyInPath(request)
  const basic = basicLogin(request)
  const holder =
    key === undefined
      ? basic && (await useKeyOfLogin(deps, basic.login, basic.password))?.holder
      : await useKey(deps, key)
  const user = await findKeyUser(deps, request, holder)
  if (user) return user
  throw key === undefined ? new InvalidKey() : notFound('catalog')
}

function keyInPath({ params }: FastifyRequest): string | undefined {
  return /^t\/([^/]+)/.exec((params as { readonly '*'?: string })['*'] ?? '')?.[1]
}

/** @returns a document of Authentication for OPDS 1.0, which tells apps what to ask the user for */
export function authenticationDocument(baseUrl: string): object {
  return {
    id: `${baseUrl}/opds${AUTHENTICATION_PATH}`,
    title: 'Dogear',
    description: 'Enter your username, and a key from Settings → Connect an app.',
    links: [{ rel: 'help', href: `${baseUrl}/connect`, type: 'text/html' }],
    authentication: [
      { type: 'http://opds-spec.org/auth/basic', labels: { login: 'Username', password: 'App password' } },
    ],
  }
}

/** Sends an error as a problem (RFC 9457), or the authentication document to a request without a valid login. */
export function sendOpdsError(baseUrl: string, error: unknown, reply: FastifyReply): FastifyReply {
  reply.header('cache-control', 'no-store')
  if (!(error instanceof InvalidKey)) {
    return sendError(error, reply, (message) => ({ title: message }), 'application/problem+json')
  }
  return reply
    .code(401)
    .headers({
      'www-authenticate': 'Basic realm="Dogear", charset="UTF-8"',
      link: `<${baseUrl}/opds${AUTHENTICATION_PATH}>; rel="http://opds-spec.org/auth/document"; type="${AUTHENTICATION_TYPE}"`,
    })
    .type(AUTHENTICATION_TYPE)
    .send(JSON.stringify(authenticationDocument(baseUrl)))
}
