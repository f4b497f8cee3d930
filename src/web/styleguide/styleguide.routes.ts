import type { FastifyInstance } from 'fastify'
import { styleguidePage } from './styleguide.page.ts'
import { readDesignTokens } from './read-design-tokens.ts'
import { ICON_NAMES } from './icon-names.ts'
import { pageFrame, sendPage, type FastifyContext } from '../fastify-routes.ts'

export type StyleguideRoutesDeps = FastifyContext

/** Adds the page that shows every component in every state. */
export function addStyleguideRoutes(app: FastifyInstance, deps: StyleguideRoutesDeps): void {
  app.get('/styleguide', async (request, reply) => {
    const tokens = readDesignTokens(deps.assets.files.get('css/tokens.css')!.body.toString())
    const frame = pageFrame(deps, request, reply)
    return sendPage(reply, styleguidePage({ frame, baseUrl: deps.baseUrl, tokens, icons: ICON_NAMES }))
  })
}
