import { mapArticle } from '../../annotations/article-map.ts'
import { locateAnnotations } from '../../annotations/locate-annotations.ts'
import type { LoadedEntry } from '../../entries/listing/load-entries.ts'
import type { Html } from '../../kernel/html.ts'
import { textToRead } from '../reader/article/build-article-view.ts'
import { streamPart, toastPart } from '../layout/turbo-stream.ts'
import type { Localization } from '../layout/localization.ts'
import { undoForm } from '../action-history/undo-form.ts'
import { annotationSection } from './annotation-section.ts'

interface PartsView {
  readonly csrfToken: string
  readonly t: Localization['t']
  /** id of the change in the history of actions; undefined if nothing changed */
  readonly action: number | undefined
  /** message about the change; undefined if nothing changed */
  readonly text: string | undefined
}

/** @returns the parts of a Turbo stream that update an open reading page after its annotations changed */
export function annotationParts(loaded: LoadedEntry, { action, text, ...view }: PartsView): readonly Html[] {
  const { annotations, entry } = loaded
  const placements = locateAnnotations(mapArticle(textToRead(loaded)), annotations)
  const list = streamPart('replace', 'annotations', annotationSection({ ...view, annotations, placements }))
  if (text === undefined) return [list]
  return [list, toastPart(text, undoForm({ ...view, action, back: `/view/${entry.id}` }))]
}
