import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parseEntryAddress } from '../../entries/saving/entry-address.ts'
import type { SaveEntryDeps } from '../../entries/saving/save-entry.ts'
import type { EntryId } from '../../kernel/brand.ts'
import { AppError } from '../../kernel/errors.ts'
import { html } from '../../kernel/html.ts'
import type { Throttle } from '../../throttling/throttle.ts'
import { entryCard } from '../cards/entry-card.ts'
import { checkedForm } from '../forms/checked-form.ts'
import { sendStream, streamPart, toastPart, wantsStream } from '../layout/stream.ts'
import { formOf, formText, sessionOf, wordsFor } from '../web-context.ts'
import { countParts, type CountDeps } from './count-parts.ts'
import { loadCards, showList, type ShowListDeps } from './show-list.ts'
import { saveEntry } from '../../entries/saving/save-entry.ts'

export interface SaveRoutesDeps extends ShowListDeps, SaveEntryDeps, CountDeps {
  readonly savesPerUser: Throttle
}

/** Saving from the field of a list. Responds at once; a job fetches the page, and the card updates itself. */
export function addSaveRoutes(app: FastifyInstance, deps: SaveRoutesDeps): void {
  app.post('/new-entry', async (request, reply) => {
    const { owner, fields } = checkedForm(deps, request, 'entry[_token]')
    const url = formText(fields, 'entry[url]').trim()
    try {
      const address = parseEntryAddress(url)
      await deps.savesPerUser.take(String(owner))
      const input = { owner, address, fields: {}, requestId: request.id }
      const { id, isNew } = await saveEntry(deps, input)
      if (wantsStream(request)) return await sendSaved(deps, request, reply, { id, isNew })
      return await reply.redirect(isNew ? '/' : `/view/${id}`, 302)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'invalid_input') throw error
      const add = { url, error: wordsFor(request).t('list.addRefused') }
      return showList(deps, request, reply, { list: 'unread', query: {}, page: 1, add })
    }
  })
}

/** Adds a new card to the list at once, and shows a message with a link to the entry. */
async function sendSaved(
  deps: SaveRoutesDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { id, isNew }: { readonly id: EntryId; readonly isNew: boolean },
): Promise<FastifyReply> {
  const { user, csrfToken } = sessionOf(request)
  const words = wordsFor(request)
  const [card] = await loadCards(deps, user.id, [id])
  const open = html`<a href="/view/${id}">${words.t('list.open')}</a>`
  const list = formText(formOf(request), 'list')
  const isShown = card !== undefined && isNew && (list === 'unread' || list === 'all')
  const context = { words, csrfToken, back: `/${list}/list` }
  return sendStream(reply, [
    ...(isShown ? [streamPart('remove', 'empty'), streamPart('prepend', 'cards', entryCard(card, context))] : []),
    toastPart(words.t(isNew ? 'list.saved' : 'list.savedBefore'), open),
    ...(await countParts(deps, user.id, words)),
  ])
}
