import type { Database } from '../db/database.ts'
import { AppError } from '../kernel/errors.ts'
import { findUserByLogin } from '../users/user.repository.ts'
import type { User } from '../users/user.ts'

/**
 * @param login username or e-mail address
 * @throws AppError `not_found` if no account has it
 */
export async function findUserOrRefuse(database: Database, login: string): Promise<User> {
  const found = await database.read((db) => findUserByLogin(db, login))
  if (!found) throw new AppError('not_found', `there is no user "${login}"`)
  return found.user
}
