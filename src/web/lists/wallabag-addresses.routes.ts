import { requireId, requirePageNumber } from '../../kernel/parse-id.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { LoadEntries } from '../../entries/listing/load-entries.ts'
import type { EntryId } from '../../kernel/branded-ids.ts'
import { notFound } from '../../kernel/errors.ts'
import { sessionOf } from '../web-context.ts'
import { listHref, type ListQuery } from './list-query.ts'

interface WallabagAddressesDeps {
  readonly loadEntries: LoadEntries
}

/** Lists of wallabag that are a filter of the list `all` in Dogear. */
const FILTERED_LISTS = { untagged: { has: 'untagged' }, annotated: { has: 'annotations' } } as const satisfies Readonly<
  Record<string, ListQuery>
>

interface Paged {
  readonly Params: { readonly page: string }
}

/** Adds redirects from page addresses of wallabag (wallabag contract, section 10) that differ in Dogear. */
export function addWallabagAddresses(app: FastifyInstance, { loadEntries }: WallabagAddressesDeps): void {
  for (const [name, query] of Object.entries(FILTERED_LISTS)) {
    app.get(`/${name}/list`, (_request, reply) => redirectTo(reply, listHref('all', query)))
    app.get<Paged>(`/${name}/list/:page`, (request, reply) =>
      redirectTo(reply, listHref('all', query, requirePageNumber(request.params.page))),
    )
    app.get(`/${name}/random`, (_request, reply) => redirectTo(reply, `/all/random?has=${query.has}`))
  }
  // A path that is only a number is a page of the unread list. The pattern must match numbers only. If it matched other
  // paths, visitors of unknown paths would get the sign-in page instead of a 404.
  app.get<Paged>(String.raw`/:page(^\d+$)`, (request, reply) =>
    redirectTo(reply, listHref('unread', {}, requirePageNumber(request.params.page))),
  )
  // In Dogear, the field for a new entry is at the top of every list.
  app.get('/new', (_request, reply) => redirectTo(reply, '/#entry_url'))
  app.get<{ Params: { readonly id: string } }>('/domain/:id', async (request, reply) => {
    const id = requireId<EntryId>(request.params.id, 'entry')
    const one = (await loadEntries(sessionOf(request).user.id, [id], { hasContent: false })).get(id)
    if (!one) throw notFound('entry')
    const site = one.entry.domainName
    return redirectTo(reply, listHref('all', site === null ? {} : { site }))
  })
}

async function redirectTo(reply: FastifyReply, href: string): Promise<FastifyReply> {
  return reply.redirect(href, 302)
}
