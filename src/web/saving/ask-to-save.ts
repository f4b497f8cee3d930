import type { PageToSave } from './page-to-save.ts'
import { showList, type ShowListDeps } from '../lists/show-list.ts'
import type { WebRequest } from '../web-request.ts'
import type { WebResponse } from '../web-response.ts'

/**
 * Shows the unread list. The field for new addresses contains the shared address, so that the user can save it. The
 * status is 422 if the key of the bookmarklet was wrong.
 */
export function askToSave(
  deps: ShowListDeps,
  request: WebRequest,
  { isRefused = false, ...shared }: PageToSave & { readonly isRefused?: boolean },
): Promise<WebResponse> {
  const add = { url: shared.url, ...(shared.url !== '' && { shared }), isRefused }
  return showList(deps, request, { list: 'unread', query: {}, page: 1, add })
}
