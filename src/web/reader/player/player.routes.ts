import type { LoadEntries } from '../../../entries/listing/load-entries.ts'
import { AppError } from '../../../kernel/errors.ts'
import { shownTitle } from '../../../entries/shown-title.ts'
import { assetHref } from '../../assets/assets.ts'
import { playerPolicy } from '../../content-security-policy.ts'
import { localizationFor, sessionOf, type WebContext } from '../../web-context.ts'
import { pageResponse } from '../../web-response.ts'
import type { WebRoutes } from '../../web-routes.ts'
import { textToRead } from '../article/build-article-view.ts'
import { entryIdOf } from '../entry-id.ts'
import { findPlayer } from './find-player.ts'
import { playerPage } from './player.page.ts'

interface PlayerRoutesDeps extends WebContext {
  readonly loadEntries: LoadEntries
}

const PLACE = /^\d{1,6}$/

/**
 * Adds the page with the player at one place of an article. Only the server has it, not the service worker, because a
 * player needs the network.
 */
export function addPlayerRoutes(routes: WebRoutes, deps: PlayerRoutesDeps): void {
  routes.get('/player/:id/:place', async (request) => {
    const id = entryIdOf(request)
    const { user } = sessionOf(request)
    const one = (await deps.loadEntries(user.id, [id], { hasContent: true })).get(id)
    const { place } = request.params
    const { start } = request.query
    const seconds = typeof start === 'string' && PLACE.test(start) ? Number(start) : 0
    const player = one && PLACE.test(place) ? findPlayer(textToRead(one), Number(place), seconds) : undefined
    if (!one || !player) throw new AppError('not_found', 'no such player', { details: { message: 'error.noEntry' } })
    const sheet = assetHref(deps.assets, 'css/player.css')
    const { language } = localizationFor(request)
    const markup = playerPage({ language, sheet, title: shownTitle(one.entry), player })
    return pageResponse(markup, 200, { 'content-security-policy': playerPolicy(player) })
  })
}
