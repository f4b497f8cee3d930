import type { EntryAnnotation } from '../../entries/entry.ts'
import type { Neighbour } from '../../entries/listing/find-neighbours.ts'
import type { Progress } from '../../entries/changing/choose-reading-position.ts'
import type { PageFrame } from '../layout/layout.ts'
import type { ArticleView } from './article/build-article-view.ts'
import type { HighlightCode } from './article/load-code-highlighter.ts'
import type { Origin } from './entry-origin.ts'

export interface ShownNeighbour extends Neighbour {
  /**
   * number of the page of search results that contains the entry, from 1; present only if the user came from a search
   */
  readonly page?: number
}

export interface ShownNeighbours {
  readonly previous?: ShownNeighbour
  readonly next?: ShownNeighbour
}

export interface ReaderView extends ArticleView, Origin {
  readonly frame: PageFrame
  readonly csrfToken: string
  /**
   * id in the address of the public page; null if the entry is not shared, absent if the operator does not allow
   * sharing
   */
  readonly uid?: string | null
  /** public address of this server, for the link to the public page */
  readonly baseUrl: string
  /** the owner's note about the page; null if there is none */
  readonly note: string | null
  readonly annotations: readonly EntryAnnotation[]
  /** true if pages may load pictures from other sites, because the server stores no copies; false by default */
  readonly hasRemoteImages?: boolean
  /** reading position; absent before the first reading */
  readonly position?: Progress
  readonly neighbours: ShownNeighbours
  /** adds colours to code; absent if no code in the entry names its language */
  readonly highlight?: HighlightCode | undefined
  /** labels of the owner's tags that the tag field suggests */
  readonly knownTags: readonly string[]
}
