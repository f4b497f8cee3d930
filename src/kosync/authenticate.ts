import type { FastifyRequest } from 'fastify'
import { findKeyUser, type KeyUser, type KeyUserDeps } from '../keys/key-user.ts'
import type { KeyHolder } from '../users/passwords/key-holder.ts'
import { useMd5Key } from '../users/passwords/key-holder.ts'
import { findUserByLogin } from '../users/user.repository.ts'
import { KosyncError } from './kosync-error.ts'

/**
 * @returns the user whose app password has the MD5 in the header `x-auth-key`, and whose username or e-mail address is in
 *   `x-auth-user`
 * @throws KosyncError 2001
 */
export async function authenticate(deps: KeyUserDeps, request: FastifyRequest): Promise<KeyUser> {
  const user = await findKeyUser(deps, request, await holderOf(deps, request))
  if (!user?.scopes.includes('kosync')) throw new KosyncError(2001)
  return user
}

async function holderOf(deps: KeyUserDeps, { headers }: FastifyRequest): Promise<KeyHolder | undefined> {
  const { 'x-auth-user': login, 'x-auth-key': key } = headers
  if (typeof login !== 'string' || typeof key !== 'string') return undefined
  // KOReader sends UTF-8, which Node reads as Latin-1.
  const found = await deps.database.read((db) => findUserByLogin(db, Buffer.from(login, 'latin1').toString()))
  if (!found) return undefined
  const holder = await useMd5Key(deps, 'kosync_key_hash', key)
  return holder?.user.id === found.user.id ? holder : undefined
}
