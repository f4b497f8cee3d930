interface TrashAddress {
  readonly query: string
  readonly page: number
  readonly isSelected?: boolean
}

/** @returns the address of a page of the trash */
export function trashHref({ query, page, isSelected = false }: TrashAddress): string {
  const parameters = new URLSearchParams({
    ...(query !== '' && { q: query }),
    ...(page > 1 && { page: String(page) }),
    ...(isSelected && { select: 'all' }),
  }).toString()
  return parameters === '' ? '/trash' : `/trash?${parameters}`
}
