import type { FastifyInstance } from 'fastify'
import { pageFrame, sendPage, type WebContext } from '../web-context.ts'

export type StyleguideRoutesDeps = WebContext

/** The page on which every component can be seen in every state. */
export function addStyleguideRoutes(app: FastifyInstance, deps: StyleguideRoutesDeps): void {
  app.get('/styleguide', async (request, reply) => {
    const [{ styleguidePage }, { readTokens }, { ICON_NAMES }] = await Promise.all([
      import('./styleguide.page.ts'),
      import('./read-tokens.ts'),
      import('./icon-names.ts'),
    ])
    const tokens = readTokens(deps.assets.files.get('css/tokens.css')!.body.toString())
    const frame = pageFrame(deps, request, reply)
    return sendPage(reply, styleguidePage({ frame, baseUrl: deps.baseUrl, tokens, icons: ICON_NAMES }))
  })
}
