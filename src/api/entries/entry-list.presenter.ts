interface Paging {
  readonly page: number
  readonly perPage: number
  readonly pages: number
  readonly total: number
}

/**
 * @param addressOf returns the address of a page of the list, for the links between pages
 * @returns what surrounds the entries of a list in its JSON
 */
export function presentListPage(
  addressOf: (page: number) => string,
  { page, perPage, pages, total }: Paging,
): { readonly head: string; readonly end: string } {
  const link = (target: number) => ({ href: addressOf(target) })
  const head = JSON.stringify({
    page,
    limit: perPage,
    pages,
    total,
    _links: {
      self: link(page),
      first: link(1),
      last: link(pages),
      ...(page < pages && { next: link(page + 1) }),
      ...(page > 1 && { previous: link(page - 1) }),
    },
  })
  return { head: `${head.slice(0, -1)},"_embedded":{"items":[`, end: ']}}' }
}
