import type { Database } from '../db/database.ts'

const NAME = 'registration'

/** Tells whether strangers may open an account. */
export type IsRegistrationOpen = () => Promise<boolean>

/**
 * Asked with every request that it matters to, so that every node follows at once: one row by its key.
 * @param isOpenByDefault what counts until an administrator has chosen (DOGEAR_REGISTRATION)
 */
export function registrationReader(database: Database, isOpenByDefault: boolean): IsRegistrationOpen {
  const find = database.prepare<{ value: string }>(`select value from instance where name = '${NAME}'`)
  return async () => {
    const [row] = await find.all()
    return row === undefined ? isOpenByDefault : row.value === 'on'
  }
}

/** Lets strangers open accounts, or no longer, whatever the setting says. */
export async function setRegistration({ database }: { readonly database: Database }, isOpen: boolean): Promise<void> {
  const value = isOpen ? 'on' : 'off'
  await database.transaction((tx) =>
    tx
      .insertInto('instance')
      .values({ name: NAME, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute(),
  )
}
