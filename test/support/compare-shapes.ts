type Item = Readonly<Record<string, unknown>>

/**
 * Compares the shape of two bodies in JSON.
 * @returns the members whose type or presence differs. Null agrees with every type; of lists, the first items count.
 */
export function shapeDifferences(ours: unknown, theirs: unknown, path: string): string[] {
  if (ours === null || theirs === null) return []
  if (Array.isArray(ours) && Array.isArray(theirs)) {
    return ours.length > 0 && theirs.length > 0 ? shapeDifferences(ours[0], theirs[0], `${path}[0]`) : []
  }
  if (typeof ours !== typeof theirs || Array.isArray(ours) !== Array.isArray(theirs)) {
    return [`${path}: ${JSON.stringify(ours)}, not ${JSON.stringify(theirs)}`]
  }
  if (typeof ours !== 'object') return []
  const [one, other] = [ours as Item, theirs as Item]
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap((key) =>
    key in one && key in other
      ? shapeDifferences(one[key], other[key], `${path}.${key}`)
      : [`${path}.${key} is in ${key in one ? 'ours' : 'theirs'} only`],
  )
}
