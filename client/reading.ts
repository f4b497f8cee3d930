import type { ControllerConstructor } from '@hotwired/stimulus'
import { AnnotationItemController } from './controllers/annotation_item_controller.ts'
import { AppearanceController } from './controllers/appearance_controller.ts'
import { EntryNoteController } from './controllers/entry_note_controller.ts'
import { ListenController } from './controllers/listen_controller.ts'
import { MarginNotesController } from './controllers/margin_notes_controller.ts'
import { ReaderCollectionsController } from './controllers/reader_collections_controller.ts'
import { ReaderProgressController } from './controllers/reader_progress_controller.ts'
import { TableOfContentsController } from './controllers/table_of_contents_controller.ts'
import { TextSelectionController } from './controllers/text_selection_controller.ts'
import { ZoomController } from './controllers/zoom_controller.ts'

/**
 * What the reading page needs, in one script: as scripts of their own, these modules took three rounds of requests, and a
 * user with a slow connection waited for the first highlight as long as for the article.
 */
export { showReaderChange } from './optimistic/reader-change.ts'
export {
  changeSentences,
  deleteFocusedHighlight,
  focusBlock,
  hasFocusedHighlight,
  prepareAction,
} from './keyboard-reader.ts'

/** The controllers of the reading page, by their name in `data-controller`. */
export const READING_CONTROLLERS = {
  'annotation-item': AnnotationItemController,
  appearance: AppearanceController,
  'entry-note': EntryNoteController,
  listen: ListenController,
  'margin-notes': MarginNotesController,
  'reader-collections': ReaderCollectionsController,
  'reader-progress': ReaderProgressController,
  'table-of-contents': TableOfContentsController,
  'text-selection': TextSelectionController,
  zoom: ZoomController,
} as const satisfies Readonly<Record<string, ControllerConstructor>>
