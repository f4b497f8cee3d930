import type { RailPlace } from './list-name.ts'

export interface Viewer {
  readonly username: string
  readonly isAdmin?: boolean
  /** of forms that stand on every page */
  readonly csrfToken?: string
  /** how many entries each list has; absent where nobody counted */
  readonly counts?: Readonly<Partial<Record<RailPlace, number>>>
  /** whether single keys do things */
  readonly hasShortcuts?: boolean
}
