/**
 * @param back path of the page that the card stands on
 * @returns the address of an entry, which says from which list it is opened, so that reading goes on in that list
 */
export function openHref(id: number, back: string): string {
  if (back.startsWith('/search?')) return `/view/${id}?list=search&${back.slice('/search?'.length)}`
  const [, list, query = ''] = /^\/(unread|starred|archive|all)\/list(?:\/\d+)?(?:\?(.*))?$/.exec(back) ?? []
  if (list === undefined || (list === 'unread' && query === '')) return `/view/${id}`
  return `/view/${id}?list=${list}${query === '' ? '' : `&${query}`}`
}
