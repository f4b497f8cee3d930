import type { Query, QueryNode } from './query.ts'
import type { FieldTest } from './read-value.ts'

/**
 * @returns true if the result of the query changes only when the library changes. False for relative dates such as
 *   `today` or `7d`.
 */
export function isTimeless({ node }: Query): boolean {
  return node === undefined || isTimelessNode(node)
}

function isTimelessNode(node: QueryNode): boolean {
  switch (node.type) {
    case 'text':
      return true
    case 'field':
      return node.tests.every(isTimelessTest)
    case 'not':
      return isTimelessNode(node.node)
    default:
      return node.nodes.every(isTimelessNode)
  }
}

function isTimelessTest(test: FieldTest): boolean {
  if (test.kind !== 'time') return true
  return [test.range.from, test.range.to].every((moment) => moment === undefined || moment.kind === 'day')
}
