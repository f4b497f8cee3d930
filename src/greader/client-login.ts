import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { findKeyUser, findUserOfKey, InvalidKey, type KeyUser, type KeyUserDeps } from '../keys/key-user.ts'
import { useKeyOfLogin } from '../keys/use-key-of-login.ts'

/**
 * `POST /accounts/ClientLogin` with `Email` (username or e-mail address) and `Passwd` (an app password, with or without the
 * number of its owner). The token in the response is the app password itself, so that it ends when the password is revoked.
 * @returns the token as text, or as JSON if the parameter `output` is `json`
 */
export async function clientLogin(
  deps: KeyUserDeps,
  request: FastifyRequest,
  { parameters, reply }: { readonly parameters: URLSearchParams; readonly reply: FastifyReply },
): Promise<unknown> {
  const [login, password] = [parameters.get('Email') ?? '', parameters.get('Passwd') ?? '']
  const held = await useKeyOfLogin(deps, login, password)
  const user = await findKeyUser(deps, request, held?.holder)
  if (!held || !user) {
    return reply.code(401).type('text/plain; charset=utf-8').send('Error=BadAuthentication\n')
  }
  reply.header('cache-control', 'no-store, private')
  const fields = { SID: held.key, LSID: held.key, Auth: held.key }
  if (parameters.get('output') === 'json') return fields
  const lines = Object.entries(fields).map(([name, value]) => `${name}=${value}\n`)
  return reply.type('text/plain; charset=utf-8').send(lines.join(''))
}

/**
 * @returns the user of the app password in the header `Authorization: GoogleLogin auth=…`
 * @throws InvalidKey
 */
export async function authenticate(deps: KeyUserDeps, request: FastifyRequest): Promise<KeyUser> {
  const user = await findUserOfKey(deps, request, sentKey(request))
  if (!user) throw new InvalidKey()
  return user
}

function sentKey({ headers }: FastifyRequest): string | undefined {
  return /^GoogleLogin\s+auth=(\S{1,200})$/i.exec(headers.authorization ?? '')?.[1]
}

/**
 * @returns the token that apps fetch before they write. Google used it against forged requests of pages in a browser. The
 *   key is in a header here, which no other page can send, so the token is not checked.
 */
export function writeToken(request: FastifyRequest): string {
  return createHash('sha256')
    .update(`write token ${sentKey(request)}`)
    .digest('hex')
    .slice(0, 57)
}
