/** The lists that have an address of their own: `/{name}/list`. `reading`: begun, and not done with. */
export const LISTS = ['unread', 'reading', 'starred', 'archive', 'all'] as const

export type ListName = (typeof LISTS)[number]
