import { parseCardLayout } from '../cards/card-layout.ts'
import type { Database } from '../../db/database.ts'
import type { JobQueue } from '../../jobs/job-queue.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { FormFields } from '../../kernel/form-body.ts'
import { excerptLength } from '../../entries/listing/excerpt.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import { appearanceOf } from '../../users/appearance.ts'
import { formText, sessionOf, localizationFor, frameFor, type WebContext } from '../web-context.ts'
import { readingPage } from './reading.page.ts'
import { isTimeZone, TIME_ZONE_PREFERENCE, timeZoneOf } from '../../users/time-zone.ts'
import { rescheduleDigests } from '../../mail/digests/change-digests.ts'
import { changePreferences } from '../../users/change-preferences.ts'
import { wantsStream } from '../layout/turbo-stream.ts'
import { pageResponse, streamResponse } from '../web-response.ts'
import type { ServerRoutes } from '../server-routes.ts'
import { redirectWithNotice } from '../redirect-with-notice.ts'

export interface ReadingRoutesDeps extends WebContext {
  readonly database: Database
  readonly clock: Clock
  readonly jobs: JobQueue
}

/** Adds the page with the settings for the appearance of articles and lists, shortcuts and the time zone. */
export function addReadingRoutes(routes: ServerRoutes, deps: ReadingRoutesDeps): void {
  routes.get('/config/reading', async (request) => {
    const { preferences, csrfToken } = sessionOf(request)
    const view = {
      csrfToken,
      look: appearanceOf(preferences),
      layout: parseCardLayout(preferences['layout']),
      excerpt: excerptLength(preferences),
      hasShortcuts: preferences['shortcuts'] !== false,
      timeZone: timeZoneOf(preferences),
    } as const
    return pageResponse(readingPage({ frame: frameFor(deps, request), ...view }))
  })
  routes.post('/config/reading', async (request) => {
    const { owner, fields, session } = checkedForm(deps, request)
    const submitted = submittedPreferences(fields)
    await changePreferences(deps, owner, submitted)
    const isMoved = timeZoneOf(submitted) !== timeZoneOf(session.preferences)
    if (isMoved && TIME_ZONE_PREFERENCE in submitted) await rescheduleDigests(deps, owner)
    // The script that saves each change shows the message itself.
    if (wantsStream(request)) return streamResponse([])
    return redirectWithNotice(request, '/config/reading', localizationFor(request).t('config.saved'))
  })
}

/** @returns the submitted values as preferences. Missing or invalid values are replaced by defaults. */
function submittedPreferences(fields: FormFields): Record<string, string | number | boolean> {
  const text = (name: string) => formText(fields, name)
  const step = (name: string) => Number(text(name) || Number.NaN)
  const look = appearanceOf({
    theme: text('theme'),
    font: text('font'),
    size: step('size'),
    width: step('width'),
    leading: step('leading'),
  })
  const layout = parseCardLayout(text('layout'))
  const excerpt = excerptLength({ excerpt: text('excerpt') })
  const zone = text('time_zone')
  return {
    ...look,
    layout,
    excerpt,
    shortcuts: text('shortcuts') !== 'off',
    ...(isTimeZone(zone) && { [TIME_ZONE_PREFERENCE]: zone }),
  }
}
