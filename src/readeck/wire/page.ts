import { notFound } from './readeck-error.ts'
import type { FastifyReply } from 'fastify'

/** One page of a list. */
interface Page {
  readonly limit: number
  readonly offset: number
}

const MAX_LIMIT = 100

/**
 * @param usual number of items unless the request names another
 * @throws StatusError 404 for an invalid number, as in Readeck
 */
export function pageOf(query: URLSearchParams, usual: number): Page {
  const [limit, offset] = ['limit', 'offset'].map((name) => {
    const value = query.get(name) || '0'
    if (!/^\d{1,9}$/.test(value)) throw notFound()
    return Number(value)
  })
  if (limit! > MAX_LIMIT) throw notFound()
  return { limit: limit! || usual, offset: offset! }
}

interface SentPage extends Page {
  readonly total: number
  /** address of the list, without parameters */
  readonly address: string
  readonly query: URLSearchParams
}

/** Sets the headers from which apps read the size of the list and the addresses of the pages beside this one. */
export function setPageHeaders(reply: FastifyReply, { limit, offset, total, address, query }: SentPage): void {
  const pages = Math.ceil(total / limit)
  const link = (name: string, at: number) => {
    const parameters = new URLSearchParams(query)
    parameters.set('limit', String(limit))
    parameters.set('offset', String(at))
    parameters.sort()
    return `<${address}?${parameters}>; rel="${name}"`
  }
  const links = [
    ...(offset > 0 ? [link('previous', Math.max(0, offset - limit))] : []),
    ...(offset + limit < total ? [link('next', offset + limit)] : []),
    link('first', 0),
    ...(pages > 1 ? [link('last', (pages - 1) * limit)] : []),
  ]
  reply.header('link', links).header('current-page', String(Math.floor(offset / limit) + 1))
  reply.header('total-count', String(total)).header('total-pages', String(pages))
}
