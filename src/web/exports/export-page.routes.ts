import { exportAccount, type ExportAccountDeps } from '../../exports/account/export-account.ts'
import { startExport, type StartExportDeps } from '../../exports/start-export.ts'
import type { Throttle } from '../../throttling/throttle.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import type { CheckReauthenticationDeps } from '../security/check-reauthentication.ts'
import type { ReauthenticationError } from '../security/reauthentication-form.ts'
import { recordOwnEvent } from '../security/record-own-event.ts'
import { refuseProof } from '../security/refuse-proof.ts'
import { dataResponse, type ServerResponse } from '../server-response.ts'
import type { ServerRequest, ServerRoutes } from '../server-routes.ts'
import { frameFor, sessionOf, type WebContext } from '../web-context.ts'
import { pageResponse, type WebResponse } from '../web-response.ts'
import { exportPage } from './export.page.ts'

export interface ExportPageDeps extends WebContext, CheckReauthenticationDeps, ExportAccountDeps, StartExportDeps {
  readonly accountExportsPerUser: Throttle
}

/**
 * Milliseconds within which a browser must have read the rows of an archive, as long as it may take for an upload. After that, the
 * pages and images follow, for which no state of the database is kept.
 */
const ROWS_MS = 900_000

/** Adds the page with the links to all export files, and the download of everything, which requires the password. */
export function addExportPageRoutes(routes: ServerRoutes, deps: ExportPageDeps): void {
  routes.get('/config/export', async (request) => show(deps, request))
  routes.post('/config/export/download', (request) => downloadAccount(deps, request))
}

function show(deps: ExportPageDeps, request: ServerRequest, refused?: ReauthenticationError): WebResponse {
  const { csrfToken } = sessionOf(request)
  const page = exportPage({ frame: frameFor(deps, request), csrfToken, ...(refused && { refused }) })
  return pageResponse(page, refused ? 422 : 200)
}

/** Sends everything that the account has as an archive, while it is generated. A failed archive does not count. */
async function downloadAccount(deps: ExportPageDeps, request: ServerRequest): Promise<ServerResponse> {
  const { owner } = checkedForm(deps, request)
  const refused = await refuseProof(deps, request, 'download')
  if (refused) return show(deps, request, refused)
  const key = String(owner)
  await deps.accountExportsPerUser.take(key)
  const body = await startExport(deps, owner, () => exportAccount(deps, owner, { rowsMs: ROWS_MS })).catch(
    async (error: unknown) => {
      await deps.accountExportsPerUser.refund(key)
      throw error
    },
  )
  await recordOwnEvent(deps, request, 'export')
  const day = deps.clock.now().toISOString().slice(0, 10)
  return dataResponse(body, {
    'content-type': 'application/zip',
    'content-disposition': `attachment; filename="dogear-${day}.zip"`,
    'cache-control': 'no-store, private',
  })
}
