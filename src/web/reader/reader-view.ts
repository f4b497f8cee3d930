import type { EntryAnnotation } from '../../entries/entry.ts'
import type { Neighbours } from '../../entries/find-neighbours.ts'
import type { Progress } from '../../entries/keep-progress.ts'
import type { PageFrame } from '../layout.ts'
import type { ListName } from '../list-name.ts'
import type { ArticleView } from './article-view.ts'

/** Everything that the reading page shows. */
export interface ReaderView extends ArticleView {
  readonly frame: PageFrame
  readonly csrfToken: string
  /** id of the public link, null while there is none; absent where nothing is shared */
  readonly uid?: string | null
  readonly annotations: readonly EntryAnnotation[]
  /** how far it was read; absent while it was not opened */
  readonly place?: Progress
  /** the list that the reader came from */
  readonly list: ListName
  readonly neighbours: Neighbours
  /** labels of the reader's tags, to choose from */
  readonly knownTags: readonly string[]
}
