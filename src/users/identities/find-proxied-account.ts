import { isUniqueViolation } from '../../db/unique-violation.ts'
import type { Database } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Caller } from '../../security-events/caller.ts'
import type { SecurityEventsUser } from '../../security-events/security-events.ts'
import { createUserWithoutPassword, findTaken } from '../create-user.ts'
import { parseEmail, parseUsername, type User } from '../user.ts'
import { findUserByLogin, hasUsers } from '../user.repository.ts'
import { applyGroups } from './apply-groups.ts'

export interface FindProxiedAccountDeps extends SecurityEventsUser {
  readonly database: Database
  readonly clock: Clock
}

/** A person whom a trusted reverse proxy has signed in. */
export interface ProxiedPerson {
  readonly username: string
  /** empty if the proxy reports none */
  readonly email: string
  readonly groups: readonly string[]
}

/** What the settings allow a person behind the proxy. */
export interface ProxySignInRules {
  /** true if a person without an account gets one */
  readonly isRegistrationOpen: boolean
  /** group whose members are administrators; empty if the proxy does not decide that */
  readonly adminGroup: string
}

/**
 * Finds the account with the username that the proxy reports, or creates it. An e-mail address as the username finds no
 * account, because users choose their address themselves.
 * @returns undefined if there is no such account, or if it is disabled
 */
export async function findProxiedAccount(
  deps: FindProxiedAccountDeps,
  rules: ProxySignInRules,
  { person, caller }: { readonly person: ProxiedPerson; readonly caller: Caller },
): Promise<User | undefined> {
  const username = validUsername(person.username)
  if (username === undefined) return undefined
  const known = await deps.database.read((db) => findUserByLogin(db, username))
  const user = known?.user ?? (await register(deps, rules, { ...person, username }, caller))
  if (!user?.isEnabled) return undefined
  const { adminGroup } = rules
  if (adminGroup !== '') await applyGroups(deps, user, { isAdmin: person.groups.includes(adminGroup), caller })
  return user
}

function validUsername(text: string): string | undefined {
  try {
    return parseUsername(text)
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}

async function register(
  deps: FindProxiedAccountDeps,
  { isRegistrationOpen }: ProxySignInRules,
  { username, email }: ProxiedPerson,
  caller: Caller,
): Promise<User | undefined> {
  if (!isRegistrationOpen) return undefined
  try {
    const user = await deps.database.transaction(async (tx) => {
      // The first account needs the setup code.
      if (!(await hasUsers(tx))) return undefined
      const isTaken = (await findTaken(tx, '', email)).includes('email')
      const now = deps.clock.now().toISOString()
      return createUserWithoutPassword(tx, { username, email: isTaken ? '' : validEmail(email), now })
    })
    if (user) await deps.securityEvents.record(caller, { kind: 'user-made', userId: user.id })
    return user
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    // The same person has opened two pages at the same time.
    return (await deps.database.read((db) => findUserByLogin(db, username)))?.user
  }
}

function validEmail(text: string): string {
  try {
    return parseEmail(text)
  } catch (error) {
    if (error instanceof AppError) return ''
    throw error
  }
}
