import type { FastifyRequest } from 'fastify'
import { DEFAULT_KOBO_OPTIONS, findKoboOptions, type KoboOptions } from '../kobo-devices/kobo-device.ts'
import { findKeyUser, type KeyUser, type KeyUserDeps } from '../keys/key-user.ts'
import { useKey } from '../users/passwords/key-holder.ts'
import { StatusError } from '../http/send-error.ts'

/** The user of a key for a Kobo e-reader, and the device. */
export interface KoboUser extends KeyUser {
  readonly device: KoboOptions & { readonly id: number }
}

/**
 * @param key the key in the address, or the access token in the body
 * @throws StatusError 401 for a text that is no valid app password with the scope `kobo`
 */
export async function requireKoboUser(deps: KeyUserDeps, request: FastifyRequest, key: string): Promise<KoboUser> {
  const holder = await useKey(deps, key)
  const isForKobo = holder?.appPassword.scopes.includes('kobo')
  const user = await findKeyUser(deps, request, isForKobo ? holder : undefined)
  if (!user) throw new StatusError(401, 'The key of this device is not valid.')
  const { id } = holder!.appPassword
  const options = await deps.database.read((db) => findKoboOptions(db, user.id, id))
  return { ...user, device: { id, ...(options ?? DEFAULT_KOBO_OPTIONS) } }
}
