/** What came of a change, for whoever watches over the account. */
export interface SharingChange {
  /** whether an entry got a public link, or lost it; absent where nothing of it changed */
  readonly sharing?: 'share-on' | 'share-off'
}

/** @param isPublic what was asked for; undefined: leave it as it was */
export function sharingChange(wasPublic: boolean, isPublic: boolean | undefined): SharingChange {
  if (isPublic === undefined || isPublic === wasPublic) return {}
  return { sharing: isPublic ? 'share-on' : 'share-off' }
}
