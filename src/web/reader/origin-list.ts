import type { FastifyRequest } from 'fastify'
import type { ListName } from '../list-name.ts'

const LISTS: readonly ListName[] = ['unread', 'starred', 'archive', 'all']

/** @returns the list that a name says, unread for anything else */
export function listNamed(name: unknown): ListName {
  return LISTS.find((list) => list === name) ?? 'unread'
}

/** @returns the list that the reader came from: the address says it, else the page before, else it is the unread one */
export function listOf({ query, headers }: Pick<FastifyRequest, 'query' | 'headers'>): ListName {
  const { list } = query as Readonly<Record<string, unknown>>
  if (list !== undefined) return listNamed(list)
  const before = URL.parse(headers.referer ?? '')
  const [, named] = /^\/([a-z]+)\/list(?:\/|$)/.exec(before?.pathname ?? '') ?? []
  return listNamed(named ?? before?.searchParams.get('list'))
}
