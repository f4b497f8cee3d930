import type { Generated } from 'kysely'

/** An action of a user that can be undone, see src/entries/undoable-actions. */
export interface UserActionTable {
  id: Generated<number>
  user_id: number
  kind: string
  /** number of entries that the action changed */
  entries: Generated<number>
  /** JSON object with further data for undoing the action, besides the entries */
  detail: string
  /** title of the entry, if the action was applied to a single entry */
  title: string | null
  created_at: string
  undone_at: string | null
  /** 1 if the job that performs the action has ended, or must stop */
  is_stopped: Generated<number>
}

/** The state of an entry before an action. */
export interface UserActionEntryTable {
  user_id: number
  action_id: number
  entry_id: number
  /** the added or removed tag; empty for other actions */
  label: string
  /** earlier value of `archived_at` or `starred_at`, or earlier position in the collection */
  before_at: string | null
}
