import type { Database } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Caller } from '../../security-events/caller.ts'
import type { SecurityEventsUser } from '../../security-events/security-events.ts'
import { setAdministrator } from '../administration/administer-user.ts'
import type { User } from '../user.ts'

interface ApplyGroupsDeps extends SecurityEventsUser {
  readonly database: Database
  readonly clock: Clock
}

/** Grants or revokes the administrator role as the groups of a person say. The last administrator keeps it. */
export async function applyGroups(
  deps: ApplyGroupsDeps,
  user: User,
  { isAdmin, caller }: { readonly isAdmin: boolean; readonly caller: Caller },
): Promise<void> {
  if (user.isAdmin === isAdmin) return
  try {
    await setAdministrator(deps, user.id, isAdmin)
  } catch (error) {
    if (error instanceof AppError && error.code === 'forbidden') return
    throw error
  }
  const kind = isAdmin ? 'administrator-made' : 'administrator-unmade'
  await deps.securityEvents.record(caller, { kind, userId: user.id })
}
