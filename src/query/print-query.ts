import { ASCENDING_SORTS } from './fields.ts'
import type { Query, QueryNode, SortTerm } from './query.ts'
import { quote } from './read-value.ts'

/**
 * @returns the query in canonical form. Parsing the result gives the same query. `sort:` and `limit:` come first, so
 * that the last word of the query remains the last word. The parser treats that word as possibly unfinished.
 */
export function printQuery({ node, sort, limit }: Query): string {
  return [
    ...(sort.length > 0 ? [`sort:${sort.map(printSort).join(',')}`] : []),
    ...(limit === undefined ? [] : [`limit:${limit}`]),
    ...(node ? [print(node, sort.length > 0 || limit !== undefined ? 'and' : 'or')] : []),
  ].join(' ')
}

function printSort({ key, isDescending }: SortTerm): string {
  return isDescending === !ASCENDING_SORTS.has(key) ? key : `${key}-${isDescending ? 'desc' : 'asc'}`
}

function print(node: QueryNode, around: 'and' | 'or' | 'not'): string {
  switch (node.type) {
    case 'text':
      return node.isPhrase ? quote(node.text) : node.text
    case 'field':
      return `${node.field}:${node.tests.map(({ source }) => source).join(',')}`
    case 'not':
      return `-${print(node.node, 'not')}`
    case 'and':
      return group(node.nodes.map((part) => print(part, 'and')).join(' '), around === 'not')
    case 'or':
      return group(node.nodes.map((part) => print(part, 'or')).join(' OR '), around !== 'or')
  }
}

const group = (text: string, isGroup: boolean): string => (isGroup ? `(${text})` : text)
