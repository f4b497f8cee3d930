import { requireId, requirePageNumber } from '../../kernel/parse-id.ts'
import type { LoadEntries } from '../../entries/listing/load-entries.ts'
import type { EntryId } from '../../kernel/branded-ids.ts'
import { notFound } from '../../kernel/errors.ts'
import { sessionOf } from '../web-context.ts'
import { listHref, type ListQuery } from './list-query.ts'
import { redirectTo } from '../web-response.ts'
import type { ServerRoutes } from '../server-routes.ts'

interface WallabagAddressesDeps {
  readonly loadEntries: LoadEntries
}

/** Lists of wallabag that are a filter of the list `all` in Dogear. */
const FILTERED_LISTS = { untagged: { has: 'untagged' }, annotated: { has: 'annotations' } } as const satisfies Readonly<
  Record<string, ListQuery>
>

/** Adds redirects from page addresses of wallabag (wallabag contract, section 10) that differ in Dogear. */
export function addWallabagAddresses(routes: ServerRoutes, { loadEntries }: WallabagAddressesDeps): void {
  for (const [name, query] of Object.entries(FILTERED_LISTS)) {
    routes.get(`/${name}/list`, () => redirectTo(listHref('all', query), 302))
    routes.get(`/${name}/list/:page`, (request) =>
      redirectTo(listHref('all', query, requirePageNumber(request.params.page)), 302),
    )
    routes.get(`/${name}/random`, () => redirectTo(`/all/random?has=${query.has}`, 302))
  }
  // A path that is only a number is a page of the unread list. The pattern must match numbers only. If it matched other
  // paths, visitors of unknown paths would get the sign-in page instead of a 404.
  routes.get('/:page(^[0-9]+$)', (request) =>
    redirectTo(listHref('unread', {}, requirePageNumber(request.params.page)), 302),
  )
  // In Dogear, the field for a new entry is at the top of every list.
  routes.get('/new', () => redirectTo('/#entry_url', 302))
  routes.get('/domain/:id', async (request) => {
    const id = requireId<EntryId>(request.params.id, 'entry')
    const one = (await loadEntries(sessionOf(request).user.id, [id], { hasContent: false })).get(id)
    if (!one) throw notFound('entry')
    const site = one.entry.domainName
    return redirectTo(listHref('all', site === null ? {} : { site }), 302)
  })
}
