import type { Generated } from 'kysely'

/** An action of a user that can be undone, see src/entries/undoing. */
export interface UserActionTable {
  id: Generated<number>
  user_id: number
  kind: string
  /** number of entries that it changed */
  entries: Generated<number>
  /** JSON object of what undoing needs besides the entries */
  detail: string
  /** title of the entry, if it is only one */
  title: string | null
  created_at: string
  undone_at: string | null
  /** whether a job that still performs it must stop */
  is_stopped: Generated<number>
}

/** The state of one entry before an action. */
export interface UserActionEntryTable {
  user_id: number
  action_id: number
  entry_id: number
  /** the tag that was added or removed; empty for other actions */
  label: string
  /** `archived_at` or `starred_at` before the action, or the place in the collection */
  before_at: string | null
}
