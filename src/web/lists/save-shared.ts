import type { FastifyReply, FastifyRequest } from 'fastify'
import { parseEntryAddress } from '../../entries/saving/entry-address.ts'
import { AppError } from '../../kernel/errors.ts'
import { NOTICE_COOKIE, sessionOf, wordsFor } from '../web-context.ts'
import type { SaveRoutesDeps } from './save.routes.ts'
import { nameOfShared, type SharedPage } from './shared-page.ts'
import { showList } from './show-list.ts'
import { saveEntry } from '../../entries/saving/save-entry.ts'

/**
 * Saves a page for the viewer, and redirects to the unread list (contract, section 10) with a confirmation. The caller
 * has made sure that the user wants it.
 */
export async function saveShared(
  deps: SaveRoutesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  shared: SharedPage,
): Promise<FastifyReply> {
  const owner = sessionOf(request).user.id
  const { t } = wordsFor(request)
  try {
    const address = parseEntryAddress(shared.url.trim())
    await deps.savesPerUser.take(String(owner))
    const { isNew } = await saveEntry(deps, { owner, address, fields: {}, requestId: request.id })
    const notice = t(isNew ? 'saving.done' : 'saving.doneBefore', { title: nameOfShared(shared) })
    deps.jar.write(reply, NOTICE_COOKIE, notice, 60)
    return await reply.redirect('/', 303)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_input') throw error
    const add = { url: shared.url, error: t('list.addRefused') }
    return showList(deps, request, reply, { list: 'unread', query: {}, page: 1, add })
  }
}
