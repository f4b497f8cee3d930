/** The lists with an address `/{name}/list`. `reading` contains entries that the user has started but not finished. */
export const LISTS = ['unread', 'reading', 'starred', 'archive', 'all'] as const

export type ListName = (typeof LISTS)[number]

/** The pages that the navigation rail links to. */
export type RailPage =
  | ListName
  | 'tags'
  | 'collections'
  | 'minutes'
  | 'annotations'
  | 'review'
  | 'search'
  | 'trash'
  | 'imports'
  | 'config'
  | 'clients'
  | 'admin'
