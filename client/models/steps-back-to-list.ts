/**
 * Counts the steps back to a list in the browser's history. Going back in the history restores the position in the
 * list, which a link does not.
 * @param opened addresses in the history, oldest first; null for unknown ones
 * @param current index of the current page in `opened`
 * @param list address of the list
 * @returns the number of steps, as a negative number; undefined if the list is not in the history, or if pages other
 *   than articles were opened after it
 */
export function stepsBackToList(opened: readonly (string | null)[], current: number, list: string): number | undefined {
  const wanted = normalizedAddress(list)
  for (let at = current - 1; at >= 0; at--) {
    const url = opened[at]
    if (!url) return undefined
    if (normalizedAddress(url) === wanted) return at - current
    if (!/^\/view\/\d+$/.test(new URL(url).pathname)) return undefined
  }
  return undefined
}

/**
 * @returns a normalized address, by which lists are compared. The two paths of the unread list, the order of
 *   parameters, and empty parameters make no difference.
 */
function normalizedAddress(url: string): string {
  const { origin, pathname, searchParams } = new URL(url)
  const filled = new URLSearchParams([...searchParams].filter(([, value]) => value !== ''))
  filled.sort()
  return `${origin}${pathname === '/' ? '/unread/list' : pathname}?${filled}`
}
