import type { RailPlace } from './list-name.ts'

export interface Viewer {
  readonly username: string
  readonly isAdmin?: boolean
  /** for forms that are on every page */
  readonly csrfToken?: string
  /** number of entries of each list; absent if not counted */
  readonly counts?: Readonly<Partial<Record<RailPlace, number>>>
  /** whether single-key shortcuts are enabled */
  readonly hasShortcuts?: boolean
}
