import type { EntryAnnotation } from '../../entries/entry.ts'
import type { Neighbour } from '../../entries/listing/find-neighbours.ts'
import type { Progress } from '../../entries/changing/keep-progress.ts'
import type { PageFrame } from '../layout/layout.ts'
import type { ArticleView } from './article/article-view.ts'
import type { Origin } from './origin-list.ts'

export interface ShownNeighbour extends Neighbour {
  /** of the results that it was found among, from 1 */
  readonly page?: number
}

export interface ShownNeighbours {
  readonly previous?: ShownNeighbour
  readonly next?: ShownNeighbour
}

/** Everything that the reading page shows. */
export interface ReaderView extends ArticleView, Origin {
  readonly frame: PageFrame
  readonly csrfToken: string
  /** id of the public link, null while there is none; absent where nothing is shared */
  readonly uid?: string | null
  readonly annotations: readonly EntryAnnotation[]
  /** whether pictures without a copy of ours are loaded from where they lie; never unless it says so */
  readonly hasRemoteImages?: boolean
  /** how far it was read; absent while it was not opened */
  readonly place?: Progress
  readonly neighbours: ShownNeighbours
  /** labels of the reader's tags, to choose from */
  readonly knownTags: readonly string[]
}
