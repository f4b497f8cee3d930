/** The lists that have an address of their own: `/{name}/list`. */
export type ListName = 'unread' | 'starred' | 'archive' | 'all'
