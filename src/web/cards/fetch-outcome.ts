import type { Localization } from '../layout/localization.ts'
import type { FetchView } from './entry-card-view.ts'

/** @returns the id of the element that says that the page of an entry is being fetched again */
export function fetchMessageId(id: number): string {
  return `fetching-${id}`
}

/** @returns the message about the result of fetching a page again */
export function fetchOutcome(view: FetchView, t: Localization['t']): string {
  if (view.kind === 'pending') return t('reader.reloads.pending')
  if (view.kind === 'done' || view.kind === 'excerpt') return t('reader.reloads.done')
  return `${t(`reader.reloads.${view.kind}`)} ${view.reason(t)}`
}
