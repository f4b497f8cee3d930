import type { Query, QueryNode } from './query.ts'

/** Fields whose values are words that an entry may match more or less well. */
const TEXT_FIELDS: readonly string[] = ['title', 'text', 'note']

/** @returns whether a query has words by which entries can be ranked. Words that must not occur do not count. */
export function hasSearchWords({ node }: Pick<Query, 'node'>): boolean {
  return node !== undefined && hasWords(node)
}

function hasWords(node: QueryNode): boolean {
  switch (node.type) {
    case 'text':
      return true
    case 'not':
      return false
    case 'field':
      return TEXT_FIELDS.includes(node.field)
    default:
      return node.nodes.some(hasWords)
  }
}
