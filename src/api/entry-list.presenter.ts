import type { JsonPieces } from './entry.presenter.ts'

export interface Paging {
  readonly page: number
  readonly perPage: number
  readonly pages: number
  readonly total: number
}

const COMMA = Buffer.from(',')
const END = Buffer.from(']}}')

/**
 * @param addressOf the address of another page of the same list
 * @param items JSON of the entries
 * @returns the whole list as JSON in UTF-8, put together from the finished entries
 */
export function presentList(
  addressOf: (page: number) => string,
  { page, perPage, pages, total }: Paging,
  items: readonly JsonPieces[],
): Buffer {
  const link = (target: number) => ({ href: addressOf(target) })
  const head = JSON.stringify({
    page,
    limit: perPage,
    pages,
    total,
    _links: {
      self: link(page),
      first: link(1),
      last: link(pages),
      ...(page < pages && { next: link(page + 1) }),
      ...(page > 1 && { previous: link(page - 1) }),
    },
  })
  const parts = items.flatMap((item, index) => (index === 0 ? item : [COMMA, ...item]))
  return Buffer.concat([Buffer.from(`${head.slice(0, -1)},"_embedded":{"items":[`), ...parts, END])
}
