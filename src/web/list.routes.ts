import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { EntryFilter } from '../entries/entry-filter.ts'
import { parseEntryAddress } from '../entries/entry-address.ts'
import type { ListEntries } from '../entries/list-entries.ts'
import type { LoadEntries } from '../entries/load-entries.ts'
import type { SaveEntryDeps } from '../entries/save-entry.ts'
import type { UserId } from '../kernel/brand.ts'
import { leadLoader } from '../images/load-copies.ts'
import { AppError, notFound } from '../kernel/errors.ts'
import type { Throttle } from '../throttling/throttle.ts'
import type { EntryCardView } from './entry-card.ts'
import { cardView } from './entry-view.ts'
import { refuseForgery } from './forgery.ts'
import type { HomeView } from './home.page.ts'
import type { ListName } from './list-name.ts'
import { formOf, formText, pageFrame, sendPage, sessionOf, type WebContext, wordsFor } from './web-context.ts'

export interface ListRoutesDeps extends WebContext, SaveEntryDeps {
  readonly listEntries: ListEntries
  readonly loadEntries: LoadEntries
  readonly savesPerUser: Throttle
}

interface ShowListDeps extends ListRoutesDeps {
  /** paths of our copies of the lead pictures, by entry */
  readonly findLeads: ReturnType<typeof leadLoader>
}

const LISTS: readonly ListName[] = ['unread', 'starred', 'archive', 'all']
const PER_PAGE = 30

const FILTERS: Readonly<Record<ListName, Pick<EntryFilter, 'isArchived' | 'isStarred'>>> = {
  unread: { isArchived: false },
  starred: { isStarred: true },
  archive: { isArchived: true },
  all: {},
}

/** The lists, and saving into them. */
export function addListRoutes(app: FastifyInstance, given: ListRoutesDeps): void {
  const deps: ShowListDeps = { ...given, findLeads: leadLoader(given.database) }
  app.get('/', (request, reply) => showList(deps, request, reply, { list: 'unread', page: 1, add: {} }))
  for (const list of LISTS) {
    app.get(`/${list}/list`, (request, reply) => showList(deps, request, reply, { list, page: 1, add: {} }))
    app.get<{ Params: { readonly page: string } }>(`/${list}/list/:page`, (request, reply) => {
      const page = /^[1-9]\d{0,8}$/.test(request.params.page) ? Number(request.params.page) : 0
      return showList(deps, request, reply, { list, page, add: {} })
    })
  }
  app.post('/new-entry', (request, reply) => save(deps, request, reply))
  // Saving is a change, and a GET changes nothing: the address waits in the field for one more press.
  app.get<{ Querystring: { readonly url?: unknown } }>('/bookmarklet', (request, reply) => {
    const url = typeof request.query.url === 'string' ? request.query.url : ''
    return showList(deps, request, reply, { list: 'unread', page: 1, add: { url } })
  })
}

interface ShownList {
  readonly list: ListName
  readonly page: number
  readonly add: HomeView['add']
}

async function showList(
  deps: ShowListDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { list, page, add }: ShownList,
): Promise<FastifyReply> {
  const { homePage } = await import('./home.page.ts')
  const { user, csrfToken } = sessionOf(request)
  const filter = { ...FILTERS[list], sort: 'created', order: 'desc', page, perPage: PER_PAGE } as const
  if (page < 1) throw notFound('page')
  const revision = await currentRevision(deps, user.id)
  const { total, entries } = await deps.listEntries({ id: user.id, revision }, filter)
  const pages = Math.max(1, Math.ceil(total / PER_PAGE))
  if (page > pages) throw notFound('page')
  const ids = entries.map(({ id }) => id)
  const loaded = await deps.loadEntries(user.id, ids, { hasContent: false })
  const shown = ids.flatMap((id) => loaded.get(id) ?? [])
  const leads = await deps.findLeads(
    user.id,
    shown.map(({ entry }) => entry),
  )
  const cards = shown.map((one) => withLead(cardView(one), leads.get(one.entry.id)))
  const frame = pageFrame(deps, request, reply)
  const view = { frame, list, entries: cards, total, page, pages, csrfToken, baseUrl: deps.baseUrl, add }
  return sendPage(reply, homePage(view), add.error === undefined ? 200 : 422)
}

function withLead(card: EntryCardView, previewPicture: string | undefined): EntryCardView {
  return previewPicture === undefined ? card : { ...card, previewPicture }
}

async function currentRevision({ database }: ListRoutesDeps, owner: UserId): Promise<number> {
  const [row] = await database
    .prepare<{ revision: number }>('select revision from user_revision where user_id = $1')
    .all(owner)
  return row?.revision ?? 0
}

/** Answers at once; the page is fetched by a job while the reader looks at the list. */
async function save(deps: ShowListDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const session = sessionOf(request)
  const fields = formOf(request)
  refuseForgery(deps, request, session, { fields, field: 'entry[_token]' })
  const url = formText(fields, 'entry[url]')
  try {
    const address = parseEntryAddress(url)
    await deps.savesPerUser.take(String(session.user.id))
    const input = { owner: session.user.id, address, fields: {}, requestId: request.id }
    const { saveEntry } = await import('../entries/save-entry.ts')
    const { id, isNew } = await saveEntry(deps, input)
    return await reply.redirect(isNew ? '/' : `/view/${id}`, 302)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_input') throw error
    const add = { url, error: wordsFor(request).t('list.addRefused') }
    return showList(deps, request, reply, { list: 'unread', page: 1, add })
  }
}
