import type { FormFields } from '../../src/kernel/form-body.ts'
import { checkedForm } from '../../src/web/forms/forgery-checked-form.ts'
import {
  offlineSettingsPage,
  MAX_MEGABYTES,
  MAX_NEWEST,
  type OfflineChoice,
} from '../../src/web/settings/offline-settings.page.ts'
import {
  formText,
  NOTICE_COOKIE,
  frameFor,
  sessionOf,
  localizationFor,
  type WebContext,
} from '../../src/web/web-context.ts'
import { pageResponse, redirectTo } from '../../src/web/web-response.ts'
import type { WebRoutes } from '../../src/web/web-routes.ts'
import type { Library } from './library.ts'
import { keepingChoice } from './open-store.ts'

/** Adds the page with this browser's settings of offline reading: `/config/offline`. */
export function addOfflineSettingsRoutes(routes: WebRoutes, deps: WebContext, { store, collections }: Library): void {
  routes.get('/config/offline', async (request) => {
    const { csrfToken } = sessionOf(request)
    const contents = await store.getAll('contents')
    const kept = {
      choice: await keepingChoice(store),
      collections: collections.map(({ collection: { id, name } }) => ({ id, name })),
      articles: contents.length,
      usedBytes: contents.reduce((sum, { size }) => sum + size, 0),
      isPersisted: await navigator.storage.persisted(),
    }
    return pageResponse(offlineSettingsPage({ frame: frameFor(deps, request), csrfToken, store: kept }))
  })
  routes.post('/config/offline', async (request) => {
    const { fields } = checkedForm(deps, request)
    await store.put('meta', choiceIn(fields), 'keeping')
    request.cookies.write(NOTICE_COOKIE, localizationFor(request).t('keeping.saved'), 60)
    return redirectTo('/config/offline', 303)
  })
}

function choiceIn(fields: FormFields): OfflineChoice {
  const number = (name: string, max: number) =>
    Math.min(max, Math.max(0, Math.floor(Number(formText(fields, name)) || 0)))
  const ids = fields.get('collections')
  return {
    newest: number('newest', MAX_NEWEST),
    collections: Array.isArray(ids) ? ids.map(Number).filter(Number.isInteger) : [],
    isAll: fields.has('all'),
    megabytes: number('megabytes', MAX_MEGABYTES),
    isMeteredAllowed: fields.has('metered'),
  }
}
