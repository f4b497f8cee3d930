import type { UserId } from '../../kernel/branded-ids.ts'
import type { Caller } from '../../security-events/caller.ts'
import type { SecurityEventsUser } from '../../security-events/security-events.ts'
import { networkOf } from '../../throttling/network-of-address.ts'
import type { Guesses } from '../../throttling/guess-throttle.ts'
import type { Throttle } from '../../throttling/throttle.ts'
import type { EventKind } from '../../security-events/event-kinds.ts'
import { accountKey, recordThrottling } from '../passwords/check-password.ts'
import { useRecoveryCode } from './recovery-codes.ts'
import { spendStep } from './second-factor.repository.ts'
import { findSecretInUse, type SecondFactorDeps } from './second-factor.ts'
import { totpStep } from './totp.ts'
import { ownerTransaction } from '../owner-transaction.ts'

export interface CheckCodeDeps extends SecondFactorDeps, SecurityEventsUser {
  readonly failuresPerAccount: Guesses
  readonly failuresPerAddress: Throttle
}

/** A code and its sender. The sender's address is included, because failures are also counted per address. */
interface SubmittedCode extends Caller {
  readonly id: UserId
  readonly username: string
  /** text that the user typed: a code of the authenticator app, or a recovery code */
  readonly code: string
}

/**
 * Checks a code of the second factor. Wrong codes and wrong passwords count towards the same limits. A code can be used
 * only once, even by concurrent requests.
 * @returns the kind of a right code, which is then used up; undefined for a wrong code
 * @throws AppError `too_many_requests` after too many failures, before the code is checked
 */
export async function checkCode(deps: CheckCodeDeps, given: SubmittedCode): Promise<CodeKind | undefined> {
  const account = accountKey(given.username)
  const network = networkOf(given.address)
  const note = (kind: EventKind) => deps.securityEvents.record(given, { kind, userId: given.id })
  const guess = await recordThrottling(async () => {
    await deps.failuresPerAddress.check(network)
    return deps.failuresPerAccount.admitWrong(account)
  }, note)
  const spent = await spendCode(deps, given)
  if (spent) await guess.right()
  else await deps.failuresPerAddress.take(network).catch(() => undefined)
  if (spent === undefined) await note('code-failed')
  if (spent === 'recovery') await note('recovery-code-used')
  return spent
}

/** The kind of a right code: `app` for the authenticator app, `recovery` for a recovery code. */
type CodeKind = 'app' | 'recovery'

async function spendCode(deps: CheckCodeDeps, { id, code }: SubmittedCode): Promise<CodeKind | undefined> {
  return ownerTransaction(deps.database, id, async (tx) => {
    const secret = await findSecretInUse(deps, tx, id)
    const step = secret === undefined ? undefined : await totpStep(secret, code, deps.clock.now())
    if (step !== undefined) return (await spendStep(tx, id, step)) ? 'app' : undefined
    return (await useRecoveryCode(tx, id, code)) ? 'recovery' : undefined
  })
}
