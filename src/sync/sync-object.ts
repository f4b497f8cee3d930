/** Types of synchronized objects, in the order in which they are sent within a revision. */
export const SYNC_TYPES = ['entries', 'progress', 'collections', 'settings', 'tagging_rules', 'site_rules'] as const

export type SyncType = (typeof SYNC_TYPES)[number]

/** An object that has changed, and the revision of its latest change. */
export interface ChangedObject {
  readonly type: SyncType
  /** for `progress`, the id of the entry; 0 for types with only one object per user */
  readonly id: number
  readonly revision: number
  readonly isDeleted: boolean
}
