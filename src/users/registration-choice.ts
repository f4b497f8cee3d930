import type { Database } from '../db/database.ts'

const SETTING_NAME = 'registration'

/** @returns true if visitors may create accounts */
export type IsRegistrationOpen = () => Promise<boolean>

/**
 * @returns a function that reads the current choice on every call, so that a change takes effect in all processes
 *   immediately. This is fast, because it looks up a single row by its key.
 * @param isOpenByDefault the setting DOGEAR_REGISTRATION, which applies unless an administrator has chosen
 */
export function registrationReader(database: Database, isOpenByDefault: boolean): IsRegistrationOpen {
  const find = database.prepare<{ value: string }>(`select value from instance where name = '${SETTING_NAME}'`)
  return async () => {
    const [row] = await find.all()
    return row === undefined ? isOpenByDefault : row.value === 'on'
  }
}

/**
 * An administrator's choice on the users page: visitors may create accounts (`on`), they may not (`off`), or the
 * setting DOGEAR_REGISTRATION decides (`setting`).
 */
export type RegistrationChoice = (typeof REGISTRATION_CHOICES)[number]
export const REGISTRATION_CHOICES = ['setting', 'off', 'on'] as const

/** @returns the administrator's choice; `setting` if there is none */
export async function findRegistration(database: Database): Promise<RegistrationChoice> {
  const row = await database.read((db) =>
    db.selectFrom('instance').select('value').where('name', '=', SETTING_NAME).executeTakeFirst(),
  )
  return row === undefined ? 'setting' : row.value === 'on' ? 'on' : 'off'
}

/** Stores an administrator's choice. `setting` deletes an earlier choice. */
export async function setRegistration(
  { database }: { readonly database: Database },
  choice: RegistrationChoice,
): Promise<void> {
  await database.transaction(async (tx) => {
    if (choice === 'setting') return void (await tx.deleteFrom('instance').where('name', '=', SETTING_NAME).execute())
    const row = { name: SETTING_NAME, value: choice }
    await tx
      .insertInto('instance')
      .values(row)
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: choice }))
      .execute()
  })
}
