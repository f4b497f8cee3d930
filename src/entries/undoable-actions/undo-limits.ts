/** Maximum number of actions in a user's history. Older ones can no longer be undone. */
export const MAX_UNDOABLE_ACTIONS = 100
/** Milliseconds during which an action can be undone. */
export const UNDO_PERIOD_MS = 86_400_000
