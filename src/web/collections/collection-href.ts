/** @returns the address of a page of a collection */
export function collectionHref(id: number, page = 1): string {
  return page > 1 ? `/collections/${id}/${page}` : `/collections/${id}`
}
