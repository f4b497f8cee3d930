/** @returns the path of one page of a collection's entries */
export function collectionHref(id: number, page = 1): string {
  return page > 1 ? `/collections/${id}/${page}` : `/collections/${id}`
}
