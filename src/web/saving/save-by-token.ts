import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../kernel/errors.ts'
import { isLanguage } from '../../kernel/languages.ts'
import type { UrlSecrets } from '../../throttling/url-secret-throttle.ts'
import type { SavingTokens, TokenOwner } from '../../users/sessions/saving-key.ts'
import { localizationIn } from '../layout/messages-by-language.ts'
import { nameOfPageToSave, type PageToSave } from './page-to-save.ts'
import { saveAddresses, type SaveAddressesDeps } from './save-addresses.ts'
import { savedPage } from './saved.page.ts'
import { pageFrame, sendPage, type FastifyContext } from '../fastify-routes.ts'

export interface SaveByTokenDeps extends FastifyContext, SaveAddressesDeps {
  readonly savingTokens: SavingTokens
  /** limits the number of wrong tokens */
  readonly secrets: UrlSecrets
}

/**
 * Saves a page for the owner of a saving token, with or without a session, and shows a confirmation. Another site
 * cannot forge such a request, because only the owner knows the token.
 * @throws AppError `forbidden` for a wrong or outdated token, `invalid_input` for a text that is not an address
 */
export async function saveByToken(
  deps: SaveByTokenDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { token, ...shared }: PageToSave & { readonly token: string },
): Promise<FastifyReply> {
  const owner = await ownerOf(deps, request, token)
  const [{ id, isNew }] = await saveAddresses(deps, { owner: owner.id, text: shared.url, requestId: request.id })
  const { language } = owner.preferences
  const frame = {
    ...pageFrame(deps, request, reply),
    ...(isLanguage(language) && { words: localizationIn(language) }),
  }
  return sendPage(reply, savedPage({ frame, name: nameOfPageToSave(shared), isNew, path: `/view/${id}` }))
}

async function ownerOf(deps: SaveByTokenDeps, request: FastifyRequest, token: string): Promise<TokenOwner> {
  await deps.secrets.admit(request, token)
  const owner = await deps.savingTokens.findOwner(token)
  if (!owner) {
    await deps.secrets.missed(request)
    throw new AppError('forbidden', 'wrong saving token', { details: { message: 'saving.keyRefused' } })
  }
  deps.secrets.opened(request, token)
  return owner
}
