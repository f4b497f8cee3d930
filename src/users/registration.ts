import type { Database } from '../db/database.ts'

const NAME = 'registration'

/** Whether visitors may create an account. */
export type IsRegistrationOpen = () => Promise<boolean>

/**
 * Read for every request that depends on it, so that a change takes effect in every process at once: one row by its
 * key.
 * @param isOpenByDefault applies until an administrator chooses (DOGEAR_REGISTRATION)
 */
export function registrationReader(database: Database, isOpenByDefault: boolean): IsRegistrationOpen {
  const find = database.prepare<{ value: string }>(`select value from instance where name = '${NAME}'`)
  return async () => {
    const [row] = await find.all()
    return row === undefined ? isOpenByDefault : row.value === 'on'
  }
}

/** An administrator's choice: visitors may create accounts, may not, or the setting decides. */
export type RegistrationChoice = (typeof REGISTRATION_CHOICES)[number]
export const REGISTRATION_CHOICES = ['setting', 'off', 'on'] as const

/** @returns the choice, `setting` by default */
export async function findRegistration(database: Database): Promise<RegistrationChoice> {
  const row = await database.read((db) =>
    db.selectFrom('instance').select('value').where('name', '=', NAME).executeTakeFirst(),
  )
  return row === undefined ? 'setting' : row.value === 'on' ? 'on' : 'off'
}

/** Opens or closes registration regardless of the setting, or lets the setting decide again. */
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
