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

/** What an administrator has chosen: that strangers may open accounts, that they may not, or what the setting says. */
export type RegistrationChoice = (typeof REGISTRATION_CHOICES)[number]
export const REGISTRATION_CHOICES = ['setting', 'off', 'on'] as const

/** @returns what was chosen, `setting` where nothing was */
export async function findRegistration(database: Database): Promise<RegistrationChoice> {
  const row = await database.read((db) =>
    db.selectFrom('instance').select('value').where('name', '=', NAME).executeTakeFirst(),
  )
  return row === undefined ? 'setting' : row.value === 'on' ? 'on' : 'off'
}

/** Lets strangers open accounts, or no longer, whatever the setting says; or leaves it to the setting again. */
export async function setRegistration(
  { database }: { readonly database: Database },
  choice: RegistrationChoice,
): Promise<void> {
  await database.transaction(async (tx) => {
    if (choice === 'setting') return void (await tx.deleteFrom('instance').where('name', '=', NAME).execute())
    const row = { name: NAME, value: choice }
    await tx
      .insertInto('instance')
      .values(row)
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: choice }))
      .execute()
  })
}
