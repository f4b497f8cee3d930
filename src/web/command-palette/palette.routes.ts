import type { ListEntries } from '../../entries/listing/list-entries.ts'
import type { LoadEntries } from '../../entries/listing/load-entries.ts'
import type { UserId } from '../../kernel/branded-ids.ts'
import type { CountedTag } from '../../tags/list-tags.ts'
import { usefulSettingsPages } from '../settings/settings-layout.ts'
import { frameFor, sessionOf, type WebContext } from '../web-context.ts'
import type { WebRequest } from '../web-request.ts'
import { pageResponse, type WebResponse } from '../web-response.ts'
import type { WebRoutes } from '../web-routes.ts'
import { paletteItems } from './palette-items.ts'

export interface PaletteDeps extends WebContext {
  readonly listTags: (owner: UserId) => Promise<readonly CountedTag[]>
  readonly listEntries: ListEntries
  readonly loadEntries: LoadEntries
}

/** Maximum number of entries in the palette. */
const MAX_ENTRIES = 20

/** Adds `/help/palette`, the options of the command palette (client/command-palette.ts). */
export function addPaletteRoutes(routes: WebRoutes, deps: PaletteDeps): void {
  routes.get('/help/palette', (request) => listItems(deps, request))
}

async function listItems(deps: PaletteDeps, request: WebRequest): Promise<WebResponse> {
  const { user, revision } = sessionOf(request)
  const newest = { sort: 'saved', order: 'desc', page: 1, perPage: MAX_ENTRIES } as const
  const { entries } = await deps.listEntries({ id: user.id, revision }, newest)
  const ids = entries.map(({ id }) => id)
  const loaded = await deps.loadEntries(user.id, ids, { hasContent: false })
  const frame = frameFor(deps, request)
  const { viewer, words } = frame
  return pageResponse(
    paletteItems({
      t: words.t,
      hasShortcuts: viewer?.hasShortcuts ?? false,
      isAdmin: viewer?.isAdmin ?? false,
      settingsPages: usefulSettingsPages(frame),
      collections: viewer?.collections ?? [],
      tags: await deps.listTags(user.id),
      entries: ids.flatMap((id) => {
        const entry = loaded.get(id)?.entry
        return entry ? [{ id, title: entry.title ?? entry.url }] : []
      }),
    }),
  )
}
