import type { FastifyInstance } from 'fastify'
import { pageFrame, sendPage, type WebContext } from '../web-context.ts'
import { styleguidePage } from './styleguide.page.ts'
import { readDesignTokens } from './read-design-tokens.ts'
import { ICON_NAMES } from './icon-names.ts'

export type StyleguideRoutesDeps = WebContext

/** Adds the page that shows every component in every state. */
export function addStyleguideRoutes(app: FastifyInstance, deps: StyleguideRoutesDeps): void {
  app.get('/styleguide', async (request, reply) => {
    const tokens = readDesignTokens(deps.assets.files.get('css/tokens.css')!.body.toString())
    const frame = pageFrame(deps, request, reply)
    return sendPage(reply, styleguidePage({ frame, baseUrl: deps.baseUrl, tokens, icons: ICON_NAMES }))
  })
}
