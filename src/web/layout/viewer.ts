import type { CollectionIcon } from '../../collections/collection.ts'
import type { RailPlace } from './list-name.ts'

/** A collection as the rail and select boxes show it. */
export interface RailCollection {
  readonly id: number
  readonly name: string
  readonly icon: CollectionIcon
  /** whether the rail shows the collection */
  readonly isPinned: boolean
  /** number of entries; absent if not counted yet */
  readonly count?: number
}

export interface Viewer {
  readonly username: string
  readonly isAdmin?: boolean
  /** token for the forms that are on every page */
  readonly csrfToken?: string
  /** number of entries of each list; absent if not counted */
  readonly counts?: Readonly<Partial<Record<RailPlace, number>>>
  /** all collections, in their order */
  readonly collections?: readonly RailCollection[]
  /** number of the user's latest change when the page was made */
  readonly revision?: number
  /** whether single-key shortcuts are enabled */
  readonly hasShortcuts?: boolean
}
