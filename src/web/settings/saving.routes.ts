import type { Database } from '../../db/database.ts'
import type { SavingKeyOf, SavingTokens } from '../../users/sessions/saving-key.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import { sessionOf, localizationFor, frameFor, type WebContext } from '../web-context.ts'
import { ADDRESS_PLACEHOLDER, savingPage } from './saving.page.ts'
import { renewSavingKey } from '../../users/sessions/saving-key.ts'
import { pageResponse, type WebResponse } from '../web-response.ts'
import type { ServerRequest, ServerRoutes } from '../server-routes.ts'
import { redirectWithNotice } from '../redirect-with-notice.ts'

export interface SavingRoutesDeps extends WebContext {
  readonly database: Database
  readonly savingKeyOf: SavingKeyOf
  readonly savingTokens: SavingTokens
  /** maximum size of an uploaded document in bytes */
  readonly articleBytes: number
}

/** Adds the settings page about saving pages from other sites and apps. */
export function addSavingRoutes(routes: ServerRoutes, deps: SavingRoutesDeps): void {
  routes.get('/config/saving', async (request) => showSaving(deps, request))
  routes.post('/config/saving/renew', async (request) => {
    const { owner } = checkedForm(deps, request)
    await renewSavingKey(deps, owner)
    return redirectWithNotice(request, '/config/saving', localizationFor(request).t('saving.renewed'))
  })
}

/**
 * Sends the settings page about saving.
 * @param fileError message for a refused file; undefined if none was refused
 */
export function showSaving(deps: SavingRoutesDeps, request: ServerRequest, fileError?: string): WebResponse {
  const session = sessionOf(request)
  const bookmark = { baseUrl: deps.baseUrl, savingKey: deps.savingKeyOf(session) }
  const token = deps.savingTokens.tokenOf(session)
  const shareAddress = `${deps.baseUrl.replace(/\/+$/, '')}/bookmarklet?token=${token}&url=${ADDRESS_PLACEHOLDER}`
  const frame = frameFor(deps, request)
  const { csrfToken } = session
  const fileMegabytes = Math.floor(deps.articleBytes / (1024 * 1024))
  const view = {
    frame,
    csrfToken,
    bookmark,
    shareAddress,
    fileMegabytes,
    ...(fileError !== undefined && { fileError }),
  }
  return pageResponse(savingPage(view), fileError === undefined ? 200 : 422)
}
