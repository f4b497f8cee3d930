import type { Database } from '../db/database.ts'
import type { Tx } from '../db/schema.ts'
import { AppError } from '../kernel/errors.ts'
import { randomToken } from '../kernel/random-token.ts'
import { isTimingSafeEqual } from '../kernel/timing-safe-equal.ts'
import { hasUsers } from './user.repository.ts'

const SETTING_NAME = 'setup_code'

/**
 * Returns the setup code, which the address of `/setup` contains. The database stores it until the first account
 * exists, so every start of every process prints the same code.
 * @returns undefined if there is an account
 */
export async function openSetupCode(database: Database): Promise<string | undefined> {
  // Every start runs this. Prepared statements are fast, because they do not load the query builder.
  if ((await database.prepare('select id from users limit 1').all()).length > 0) return undefined
  const existing = await database
    .prepare<{ value: string }>('select value from instance where name = $1')
    .all(SETTING_NAME)
  if (existing[0]) return existing[0].value
  return database.transaction(async (tx) => {
    await tx
      .insertInto('instance')
      .values({ name: SETTING_NAME, value: randomToken() })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
    return (await findCode(tx)) ?? undefined
  })
}

/**
 * Uses up the setup code.
 * @throws AppError `forbidden` if the code is wrong or already used
 */
export async function spendSetupCode(tx: Tx, code: string): Promise<void> {
  const right = await findCode(tx)
  const isRight = right !== undefined && isTimingSafeEqual(Buffer.from(right), Buffer.from(code))
  // Of two concurrent requests, only one deletes the row.
  const isSpent =
    isRight && (await tx.deleteFrom('instance').where('name', '=', SETTING_NAME).returning('name').execute())
  if (!isSpent || isSpent.length === 0 || (await hasUsers(tx))) {
    throw new AppError('forbidden', 'this address for setting up is no longer valid')
  }
}

/**
 * Deletes the setup code, which closes `/setup`. Call this if the operator creates the first account on the command
 * line.
 */
export async function closeSetup(tx: Tx): Promise<void> {
  await tx.deleteFrom('instance').where('name', '=', SETTING_NAME).execute()
}

async function findCode(tx: Tx): Promise<string | undefined> {
  const query = tx.selectFrom('instance').select('value').where('name', '=', SETTING_NAME)
  return (await query.executeTakeFirst())?.value
}
