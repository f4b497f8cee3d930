/** @returns the path of a collection's page, or of one of its further pages */
export function collectionHref(id: number, page = 1): string {
  return page > 1 ? `/collections/${id}/${page}` : `/collections/${id}`
}
