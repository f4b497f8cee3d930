/** The lists that have an address of their own: `/{name}/list`. `reading`: begun, and not done with. */
export const LISTS = ['unread', 'reading', 'starred', 'archive', 'all'] as const

export type ListName = (typeof LISTS)[number]

/** Everything that the rail leads to. */
export type RailPlace = ListName | 'tags' | 'annotations' | 'search' | 'imports' | 'config' | 'clients' | 'admin'
