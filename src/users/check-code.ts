import type { UserId } from '../kernel/brand.ts'
import { networkOf } from '../throttling/network.ts'
import type { Throttle } from '../throttling/throttle.ts'
import { accountKey } from './check-password.ts'
import { useRecoveryCode } from './recovery-codes.ts'
import { spendStep } from './second-factor.repository.ts'
import { findSecretInUse, type SecondFactorDeps } from './second-factor.ts'
import { totpStep } from './totp.ts'

export interface CheckCodeDeps extends SecondFactorDeps {
  readonly failuresPerAccount: Throttle
  readonly failuresPerAddress: Throttle
}

export interface GivenCode {
  readonly id: UserId
  readonly username: string
  /** six digits of the app, or a recovery code, as it was typed */
  readonly code: string
  /** network address of who asks, for the budget of failures */
  readonly address: string
}

/**
 * Checks the second factor, with the budgets of wrong passwords. Of many who send the same code at once one is right.
 * @returns whether the code is right; it is good no second time
 * @throws AppError `too_many_requests` after too many failures, before the code is looked at
 */
export async function checkCode(deps: CheckCodeDeps, given: GivenCode): Promise<boolean> {
  const account = accountKey(given.username)
  const network = networkOf(given.address)
  await deps.failuresPerAddress.check(network)
  // Taken first and given back when it was right: a code is looked at faster than a failure is counted.
  await deps.failuresPerAccount.take(account)
  const isRight = await spendCode(deps, given)
  if (isRight) await deps.failuresPerAccount.forget(account)
  else await deps.failuresPerAddress.take(network).catch(() => undefined)
  return isRight
}

async function spendCode(deps: CheckCodeDeps, { id, code }: GivenCode): Promise<boolean> {
  return deps.database.transaction(async (tx) => {
    const secret = await findSecretInUse(deps, tx, id)
    const step = secret === undefined ? undefined : await totpStep(secret, code, deps.clock.now())
    if (step !== undefined) return spendStep(tx, id, step)
    return useRecoveryCode(tx, id, code)
  })
}
