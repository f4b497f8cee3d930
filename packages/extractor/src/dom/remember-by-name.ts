/** Maximum number of remembered names; then all are forgotten. A page has a few hundred. */
const MOST = 5000

/**
 * Class names repeat, on a page and on all pages of a site.
 *
 * @param judge a pure function of a class name
 * @returns the same function; it remembers its last results
 */
export function rememberByName<T extends boolean | number>(judge: (names: string) => T): (names: string) => T {
  const known = new Map<string, T>()
  return (names) => {
    let judged = known.get(names)
    if (judged === undefined) {
      if (known.size >= MOST) known.clear()
      known.set(names, (judged = judge(names)))
    }
    return judged
  }
}
