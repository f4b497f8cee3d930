/** Maximum number of cached class names. A page has a few hundred. When the cache is full, it is emptied. */
const MAX_NAMES = 500

/**
 * Caches a function of class names, because the same names occur many times on a page and on all pages of a site.
 *
 * @param judge a pure function of a class name
 * @returns the same function with a cache
 */
export function memoizeByClassName<T extends boolean | number>(judge: (names: string) => T): (names: string) => T {
  const known = new Map<string, T>()
  return (names) => {
    let judged = known.get(names)
    if (judged === undefined) {
      if (known.size >= MAX_NAMES) known.clear()
      known.set(names, (judged = judge(names)))
    }
    return judged
  }
}
