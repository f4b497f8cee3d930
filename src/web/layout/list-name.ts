/**
 * The lists with an address of their own, `/{name}/list`. `reading` contains entries that are started but not finished.
 */
export const LISTS = ['unread', 'reading', 'starred', 'archive', 'all'] as const

export type ListName = (typeof LISTS)[number]

/** The destinations in the rail. */
export type RailPlace =
  | ListName
  | 'tags'
  | 'collections'
  | 'minutes'
  | 'annotations'
  | 'search'
  | 'imports'
  | 'config'
  | 'clients'
  | 'admin'
