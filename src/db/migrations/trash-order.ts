/** Adds indexes to the trash: by the time of deletion, for its page, and by entry, for restoring. */
export const trashOrder = (): string => `
create index trashed_entry_newest on trashed_entry (user_id, deleted_at, entry_id);
create index trashed_entry_id on trashed_entry (user_id, entry_id, deleted_at);
`
