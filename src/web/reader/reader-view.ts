import type { EntryAnnotation } from '../../entries/entry.ts'
import type { Neighbour } from '../../entries/listing/find-neighbours.ts'
import type { Progress } from '../../entries/changing/choose-reading-position.ts'
import type { PageFrame } from '../layout/layout.ts'
import type { ArticleView } from './article/article-view.ts'
import type { HighlightCode } from './article/load-code-highlighter.ts'
import type { Origin } from './opened-from.ts'

export interface ShownNeighbour extends Neighbour {
  /** page of the search results, from 1 */
  readonly page?: number
}

export interface ShownNeighbours {
  readonly previous?: ShownNeighbour
  readonly next?: ShownNeighbour
}

/** The data of the reading page. */
export interface ReaderView extends ArticleView, Origin {
  readonly frame: PageFrame
  readonly csrfToken: string
  /** id of the public link; null if there is none, absent if sharing is disabled */
  readonly uid?: string | null
  /** address of this server, for the public link */
  readonly baseUrl: string
  readonly annotations: readonly EntryAnnotation[]
  /** whether pictures without a stored copy are loaded from their sites; false by default */
  readonly hasRemoteImages?: boolean
  /** reading progress; absent before the first reading */
  readonly place?: Progress
  readonly neighbours: ShownNeighbours
  /** adds colours to code; absent if the entry contains no code with a stated language */
  readonly highlight?: HighlightCode | undefined
  /** labels of the owner's tags, for suggestions */
  readonly knownTags: readonly string[]
}
