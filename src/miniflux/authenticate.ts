import type { FastifyRequest } from 'fastify'
import { basicLogin } from '../keys/basic-login.ts'
import { findKeyUser, InvalidKey, type KeyUser, type KeyUserDeps } from '../keys/key-user.ts'
import { useKeyOfLogin } from '../keys/use-key-of-login.ts'
import { useKey, type KeyHolder } from '../users/passwords/key-holder.ts'

/**
 * @returns the user of the app password in the header `X-Auth-Token`, or in `Authorization: Basic` with the username
 * @throws InvalidKey
 */
export async function authenticate(deps: KeyUserDeps, request: FastifyRequest): Promise<KeyUser> {
  const user = await findKeyUser(deps, request, await holderOf(deps, request))
  if (!user) throw new InvalidKey()
  return user
}

async function holderOf(deps: KeyUserDeps, request: FastifyRequest): Promise<KeyHolder | undefined> {
  const token = request.headers['x-auth-token']
  if (typeof token === 'string') return useKey(deps, token)
  const basic = basicLogin(request)
  return basic && (await useKeyOfLogin(deps, basic.login, basic.password))?.holder
}
