/**
 * How many steps back in the history a list stands, if nothing but articles was opened since: whoever goes there by
 * history finds the list where it was left.
 * @param opened addresses of the history, oldest first
 * @param current place of the page that is shown, in `opened`
 * @param list address of the list
 * @returns a number below zero; undefined where the list is not the page that the reading began on
 */
export function wayBack(opened: readonly (string | null)[], current: number, list: string): number | undefined {
  const wanted = placeOf(list)
  for (let at = current - 1; at >= 0; at--) {
    const url = opened[at]
    if (!url) return undefined
    if (placeOf(url) === wanted) return at - current
    if (!/^\/view\/\d+$/.test(new URL(url).pathname)) return undefined
  }
  return undefined
}

/** The list of unread entries has two addresses; fields may stand in any order. */
function placeOf(url: string): string {
  const { origin, pathname, searchParams } = new URL(url)
  searchParams.sort()
  return `${origin}${pathname === '/' ? '/unread/list' : pathname}?${searchParams}`
}
