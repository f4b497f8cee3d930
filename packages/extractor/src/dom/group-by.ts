/**
 * Replaces `Map.groupBy`, which Node 20 lacks.
 *
 * @returns the items by key. Items keep their order, and keys are in the order of their first item
 */
export function groupBy<K, T>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}
