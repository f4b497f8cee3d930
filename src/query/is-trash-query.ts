import type { FieldNode, Query, QueryNode } from './query.ts'

/**
 * @returns true if the query searches the trash: it contains `in:trash`, alone or together with other conditions. No
 *   other list contains deleted entries, so in all other places, such as after `OR`, `in:trash` matches nothing.
 */
export function isTrashQuery({ node }: Query): boolean {
  const parts = node?.type === 'and' ? node.nodes : node ? [node] : []
  return parts.some((part) => isField(part) && part.field === 'in' && part.tests.every(isTrash))
}

const isField = (node: QueryNode): node is FieldNode => node.type === 'field'

const isTrash = (test: FieldNode['tests'][number]): boolean => test.kind === 'keyword' && test.word === 'trash'
