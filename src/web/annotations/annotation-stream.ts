import { mapArticle } from '../../annotations/article-map.ts'
import { placeAnnotations } from '../../annotations/place-annotations.ts'
import type { LoadedEntry } from '../../entries/listing/load-entries.ts'
import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import { textToRead } from '../reader/article/article-view.ts'
import { streamPart, toastPart } from '../layout/stream.ts'
import type { Words } from '../layout/words.ts'
import { annotationSection } from './annotation-section.ts'

export interface PartsView {
  readonly csrfToken: string
  readonly t: Words['t']
  /** what was deleted and can be brought back */
  readonly deleted?: { readonly text: string; readonly quote: string; readonly ranges: string }
}

/** @returns what changes on the reading page with its annotations */
export function annotationParts(loaded: LoadedEntry, { deleted, ...view }: PartsView): readonly Html[] {
  const { annotations, entry } = loaded
  const placements = placeAnnotations(mapArticle(textToRead(loaded)), annotations)
  const list = streamPart('replace', 'annotations', annotationSection({ ...view, annotations, placements }))
  if (!deleted) return [list]
  const { csrfToken, t } = view
  const undo = html`<form action="/view/${entry.id}/annotations/restore" method="post"><input type="hidden" name="token" value="${csrfToken}" /><input type="hidden" name="text" value="${deleted.text}" /><input type="hidden" name="quote" value="${deleted.quote}" /><input type="hidden" name="ranges" value="${deleted.ranges}" /><button data-action-name="undo">${t('annotations.undo')}</button></form>`
  return [list, toastPart(t('annotations.deleted'), undo)]
}
