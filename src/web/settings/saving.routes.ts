import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../db/database.ts'
import type { SavingKeyOf, SavingTokens } from '../../users/sessions/saving-key.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import { NOTICE_COOKIE, sessionOf, localizationFor } from '../web-context.ts'
import { ADDRESS_PLACEHOLDER, savingPage } from './saving.page.ts'
import { renewSavingKey } from '../../users/sessions/saving-key.ts'
import { pageFrame, sendPage, type FastifyContext } from '../fastify-routes.ts'

export interface SavingRoutesDeps extends FastifyContext {
  readonly database: Database
  readonly savingKeyOf: SavingKeyOf
  readonly savingTokens: SavingTokens
  /** maximum size of an uploaded document in bytes */
  readonly articleBytes: number
}

/** Adds the settings page about saving pages from other sites and apps. */
export function addSavingRoutes(app: FastifyInstance, deps: SavingRoutesDeps): void {
  app.get('/config/saving', async (request, reply) => showSaving(deps, request, reply))
  app.post('/config/saving/renew', async (request, reply) => {
    const { owner } = checkedForm(deps, request)
    await renewSavingKey(deps, owner)
    deps.jar.write(reply, NOTICE_COOKIE, localizationFor(request).t('saving.renewed'), 60)
    return reply.redirect('/config/saving', 303)
  })
}

/**
 * Sends the settings page about saving.
 * @param fileError message for a refused file; undefined if none was refused
 */
export function showSaving(
  deps: SavingRoutesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  fileError?: string,
): FastifyReply {
  const session = sessionOf(request)
  const bookmark = { baseUrl: deps.baseUrl, savingKey: deps.savingKeyOf(session) }
  const token = deps.savingTokens.tokenOf(session)
  const shareAddress = `${deps.baseUrl.replace(/\/+$/, '')}/bookmarklet?token=${token}&url=${ADDRESS_PLACEHOLDER}`
  const frame = pageFrame(deps, request, reply)
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
  return sendPage(reply, savingPage(view), fileError === undefined ? 200 : 422)
}
