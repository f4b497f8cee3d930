import type { CollectionIcon } from '../../collections/collection.ts'
import type { RailPage } from './list-name.ts'

/** The data of a collection for links and select boxes. */
export interface RailCollection {
  readonly id: number
  readonly name: string
  readonly icon: CollectionIcon
  /** true if the navigation rail shows the collection */
  readonly isPinned: boolean
  /** number of entries; absent if they have not been counted */
  readonly count?: number
}

export interface Viewer {
  readonly username: string
  readonly isAdmin?: boolean
  /** CSRF token for the forms that every page contains */
  readonly csrfToken?: string
  /** number of entries of each list; absent if they have not been counted */
  readonly counts?: Readonly<Partial<Record<RailPage, number>>>
  /** all collections of the user, in the user's order */
  readonly collections?: readonly RailCollection[]
  /** the revision of the user's data when the page was drawn: the number of changes so far */
  readonly revision?: number
  /** true if the account is signed in to in other ways only, so that forms cannot ask for a password */
  readonly hasNoPassword?: boolean
  /** true if forms that ask for the password accept a passkey, too */
  readonly hasPasskeys?: boolean
  /** true if the user has enabled shortcuts with a single key */
  readonly hasShortcuts?: boolean
}
