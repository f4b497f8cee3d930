import { isTimingSafeEqual } from '../../kernel/timing-safe-equal.ts'
import type { SavingKeyOf, SavingTokens, TokenOwner } from '../../users/sessions/saving-key.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import { formText, frameFor, type WebContext } from '../web-context.ts'
import { saveSharedPage } from './save-shared-page.ts'
import type { SaveRoutesDeps } from './save.routes.ts'
import { pageToSave, nameOfPageToSave, type PageToSave } from './page-to-save.ts'
import { askToSave } from './ask-to-save.ts'
import { sendToSignIn } from '../sessions/send-to-sign-in.ts'
import { AppError } from '../../kernel/errors.ts'
import { isLanguage } from '../../kernel/languages.ts'
import type { UrlSecrets } from '../../throttling/url-secret-throttle.ts'
import { localizationIn } from '../layout/messages-by-language.ts'
import { saveAddresses, type SaveAddressesDeps } from './save-addresses.ts'
import { savedPage } from './saved.page.ts'
import { pageResponse, type WebResponse } from '../web-response.ts'
import type { ServerRequest, ServerRoutes } from '../server-routes.ts'

export interface BookmarkletRoutesDeps extends SaveRoutesDeps, SaveByTokenDeps {
  readonly savingKeyOf: SavingKeyOf
}

/**
 * Adds `/bookmarklet`, which bookmarklets open to save a page. Any other site could open it too. A GET without a token
 * therefore only fills in the field for new addresses, and the user must click to save. A bookmarklet with the user's
 * key in the fragment of the address needs no click: a script submits the key.
 */
export function addBookmarkletRoutes(routes: ServerRoutes, deps: BookmarkletRoutesDeps): void {
  // Programs send HEAD requests to preview links. Such a request must not save the page, so HEAD is not supported.
  const options = { isForVisitors: true, head: 'none' } as const
  const open = (request: ServerRequest) => {
    const { token } = request.query
    const shared = pageToSave(request.query)
    if (typeof token === 'string') return saveByToken(deps, request, { ...shared, token })
    return request.session ? askToSave(deps, request, shared) : sendToSignIn(deps, request, { isPending: false })
  }
  routes.get('/bookmarklet', open, options)
  routes.post('/bookmarklet', (request) => {
    const { session, fields } = checkedForm(deps, request)
    const shared = pageToSave({ url: formText(fields, 'url'), title: formText(fields, 'title') })
    const isRight = isTimingSafeEqual(Buffer.from(formText(fields, 'key')), Buffer.from(deps.savingKeyOf(session)))
    return isRight ? saveSharedPage(deps, request, shared) : askToSave(deps, request, { ...shared, isRefused: true })
  })
}

interface SaveByTokenDeps extends WebContext, SaveAddressesDeps {
  readonly savingTokens: SavingTokens
  /** limits the number of wrong tokens */
  readonly secrets: UrlSecrets
}

/**
 * Saves a page for the owner of a saving token, with or without a session, and shows a confirmation. Another site
 * cannot forge such a request, because only the owner knows the token.
 * @throws AppError `forbidden` for a wrong or outdated token, `invalid_input` for a text that is not an address
 */
async function saveByToken(
  deps: SaveByTokenDeps,
  request: ServerRequest,
  { token, ...shared }: PageToSave & { readonly token: string },
): Promise<WebResponse> {
  const owner = await ownerOf(deps, request, token)
  const [{ id, isNew }] = await saveAddresses(deps, { owner: owner.id, text: shared.url, requestId: request.id })
  const { language } = owner.preferences
  const frame = {
    ...frameFor(deps, request),
    ...(isLanguage(language) && { words: localizationIn(language) }),
  }
  return pageResponse(savedPage({ frame, name: nameOfPageToSave(shared), isNew, path: `/view/${id}` }))
}

async function ownerOf(deps: SaveByTokenDeps, request: ServerRequest, token: string): Promise<TokenOwner> {
  await deps.secrets.admit(request, token)
  const owner = await deps.savingTokens.findOwner(token)
  if (!owner) {
    await deps.secrets.missed(request)
    throw new AppError('forbidden', 'wrong saving token', { details: { message: 'saving.keyRefused' } })
  }
  deps.secrets.opened(request, token)
  return owner
}
