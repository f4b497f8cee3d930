import { sessionOf, localizationFor } from '../web-context.ts'
import { refusalText, saveAddresses } from './save-addresses.ts'
import type { SaveRoutesDeps } from './save.routes.ts'
import { nameOfPageToSave, type PageToSave } from './page-to-save.ts'
import { showList } from '../lists/show-list.ts'
import type { WebRequest } from '../web-request.ts'
import type { WebResponse } from '../web-response.ts'
import { redirectWithNotice } from '../redirect-with-notice.ts'

/**
 * Saves a shared page for the viewer, and redirects to the unread list (wallabag contract, section 10), which shows a
 * confirmation. Callers must first check that no other site forged the request.
 */
export async function saveSharedPage(
  deps: SaveRoutesDeps,
  request: WebRequest,
  shared: PageToSave,
): Promise<WebResponse> {
  const owner = sessionOf(request).user.id
  const { t } = localizationFor(request)
  try {
    const [{ isNew }] = await saveAddresses(deps, { owner, text: shared.url, requestId: request.id })
    const notice = t(isNew ? 'saving.done' : 'saving.doneBefore', { title: nameOfPageToSave(shared) })
    return redirectWithNotice(request, '/', notice)
  } catch (error) {
    const add = { url: shared.url, error: refusalText(error, t) }
    return showList(deps, request, { list: 'unread', query: {}, page: 1, add })
  }
}
