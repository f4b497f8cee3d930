import { styleguidePage } from './styleguide.page.ts'
import { readDesignTokens } from './read-design-tokens.ts'
import { ICON_NAMES } from './icon-names.ts'
import { frameFor, type WebContext } from '../web-context.ts'
import { pageResponse } from '../web-response.ts'
import type { ServerRoutes } from '../server-routes.ts'

export type StyleguideRoutesDeps = WebContext

/** Adds the page that shows every component in every state. */
export function addStyleguideRoutes(routes: ServerRoutes, deps: StyleguideRoutesDeps): void {
  routes.get('/styleguide', async (request) => {
    const tokens = readDesignTokens(deps.assets.files.get('css/tokens.css')!.body.toString())
    const frame = frameFor(deps, request)
    return pageResponse(styleguidePage({ frame, baseUrl: deps.baseUrl, tokens, icons: ICON_NAMES }))
  })
}
