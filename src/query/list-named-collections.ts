import type { Query, QueryNode } from './query.ts'

/** @returns the names of the collections that the query refers to, as in `in:"Name"` */
export function namedCollections({ node }: Query): readonly string[] {
  return node ? namesIn(node) : []
}

function namesIn(node: QueryNode): readonly string[] {
  switch (node.type) {
    case 'text':
      return []
    case 'field': {
      const { field, tests } = node
      if (field !== 'in' && field !== 'collection') return []
      return tests.flatMap((test) => (test.kind === 'word' ? [test.text] : []))
    }
    case 'not':
      return namesIn(node.node)
    default:
      return node.nodes.flatMap(namesIn)
  }
}
