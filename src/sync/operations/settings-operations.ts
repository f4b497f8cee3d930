import { changePreferencesIn } from '../../users/change-preferences.ts'
import type { OperationContext } from './operation-context.ts'
import type { ChangeSettings, Outcome } from './operation.ts'

/** Changes settings. They have no time of their last change, so the operation that arrives last wins. */
export async function changeSettings({ tx, owner }: OperationContext, { set }: ChangeSettings): Promise<Outcome> {
  await changePreferencesIn(tx, owner, set)
  return { result: 'applied' }
}
