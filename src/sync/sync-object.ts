/** The kinds of objects in the stream of changes, in their order within one revision. */
export const SYNC_TYPES = ['entries', 'progress', 'collections', 'settings', 'tagging_rules', 'site_rules'] as const

export type SyncType = (typeof SYNC_TYPES)[number]

/** A changed object, at its latest revision. */
export interface ChangedObject {
  readonly type: SyncType
  /** id of the entry for `progress`; 0 for the types of which a user has one object */
  readonly id: number
  readonly revision: number
  readonly isDeleted: boolean
}
