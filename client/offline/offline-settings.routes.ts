import type { FastifyInstance } from 'fastify'
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
  pageFrame,
  sendPage,
  sessionOf,
  localizationFor,
  type WebContext,
} from '../../src/web/web-context.ts'
import type { Library } from './library.ts'
import { keepingChoice } from './open-store.ts'

/** Adds the page with this browser's settings of offline reading: `/config/offline`. */
export function addKeepingRoutes(app: FastifyInstance, deps: WebContext, { store, collections }: Library): void {
  app.get('/config/offline', async (request, reply) => {
    const { csrfToken } = sessionOf(request)
    const contents = await store.getAll('contents')
    const kept = {
      choice: await keepingChoice(store),
      collections: collections.map(({ collection: { id, name } }) => ({ id, name })),
      articles: contents.length,
      usedBytes: contents.reduce((sum, { size }) => sum + size, 0),
      isPersisted: await navigator.storage.persisted(),
    }
    return sendPage(reply, offlineSettingsPage({ frame: pageFrame(deps, request, reply), csrfToken, store: kept }))
  })
  app.post('/config/offline', async (request, reply) => {
    const { fields } = checkedForm(deps, request)
    await store.put('meta', choiceIn(fields), 'keeping')
    deps.jar.write(reply, NOTICE_COOKIE, localizationFor(request).t('keeping.saved'), 60)
    return reply.redirect('/config/offline', 303)
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
