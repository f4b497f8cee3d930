import type { FastifyRequest } from 'fastify'
import { findKeyUser, type KeyUser, type KeyUserDeps } from '../keys/key-user.ts'
import { useKeyOfLogin } from '../keys/use-key-of-login.ts'
import { useKey, type KeyHolder } from '../users/passwords/app-password.ts'
import { Unauthorized } from './miniflux-error.ts'

/**
 * @returns the user of the app password in the header `X-Auth-Token`, or in `Authorization: Basic` with the username
 * @throws Unauthorized
 */
export async function authenticate(deps: KeyUserDeps, request: FastifyRequest): Promise<KeyUser> {
  const user = await findKeyUser(deps, request, await holderOf(deps, request))
  if (!user) throw new Unauthorized()
  return user
}

async function holderOf(deps: KeyUserDeps, { headers }: FastifyRequest): Promise<KeyHolder | undefined> {
  const token = headers['x-auth-token']
  if (typeof token === 'string') return useKey(deps, token)
  const encoded = /^Basic\s+([\w+/=-]{1,1000})$/i.exec(headers.authorization ?? '')?.[1]
  const [, login, password] = /^([^:]*):(.*)$/s.exec(Buffer.from(encoded ?? '', 'base64').toString()) ?? []
  if (login === undefined || password === undefined) return undefined
  return (await useKeyOfLogin(deps, login, password))?.holder
}
