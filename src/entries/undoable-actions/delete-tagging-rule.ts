import type { Database } from '../../db/database.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import type { Clock } from '../../kernel/clock.ts'
import { notFound } from '../../kernel/errors.ts'
import { addTaggingRules, type NewTaggingRule } from '../../rules/change-tagging-rules.ts'
import { canSendTo, removeTaggingRule } from '../../rules/tagging-rule.repository.ts'
import { ownerTransaction } from '../../users/owner-transaction.ts'
import { advanceRevision } from '../../users/revision.ts'
import { insertAction, markAction, type UserAction } from './action.repository.ts'

interface DeleteRuleDeps {
  readonly database: Database
  readonly clock: Clock
}

/** Maximum length in characters of a rule in the history, which shows the rule as the title of the action. */
const MAX_TITLE = 120

/**
 * Deletes a tagging rule, and adds the deletion to the history.
 * @returns the id of the action
 * @throws AppError `not_found` if the owner has no such rule
 */
export async function deleteRule({ database, clock }: DeleteRuleDeps, owner: UserId, id: number): Promise<number> {
  const now = clock.now().toISOString()
  return ownerTransaction(database, owner, async (tx) => {
    await advanceRevision(tx, owner, 'tagging_rules')
    const deleted = await removeTaggingRule(tx, owner, id)
    if (!deleted) throw notFound('tagging rule')
    const { rule, language, tags, sendTo } = deleted
    const title = [...rule].slice(0, MAX_TITLE).join('')
    return insertAction(tx, owner, {
      kind: 'delete-rule',
      detail: { rule, language, tags, sendTo },
      title,
      entries: 1,
      now,
    })
  })
}

/**
 * Adds a deleted rule again, with a new id.
 * @throws AppError `invalid_input` if the user has the maximum number of rules by now
 */
export async function undoRuleDeletion(deps: DeleteRuleDeps, owner: UserId, action: UserAction): Promise<void> {
  const { sendTo = null, ...rule } = action.detail as unknown as NewTaggingRule
  // The address may have been deleted since.
  const isKept = sendTo !== null && (await deps.database.read((db) => canSendTo(db, owner, sendTo)))
  await addTaggingRules(deps, owner, [{ ...rule, sendTo: isKept ? sendTo : null }])
  const undoneAt = deps.clock.now().toISOString()
  await ownerTransaction(deps.database, owner, (tx) => markAction(tx, owner, action.id, { undoneAt }))
}
