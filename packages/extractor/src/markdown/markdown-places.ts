import { isPagePlace } from '../blocks/place-id.ts'
import type { Block, TextRun } from './block.ts'

/**
 * The places of an article to which its links lead. Markdown has no syntax for them, so each becomes an empty HTML
 * anchor. Footnotes are not among them.
 */
export class MarkdownPlaces {
  readonly #prefix: string
  readonly #linked: ReadonlySet<string>
  readonly #written = new Set<string>()

  /** @param prefix put before each id, so that the ids of several articles in one file differ */
  constructor(blocks: readonly Block[], prefix: string) {
    this.#prefix = prefix
    this.#linked = linkedPlaces(blocks)
  }

  /** @returns the address of the place to which the text links; undefined if the article has no such place */
  addressOf({ linkedPlace }: TextRun): string | undefined {
    return linkedPlace !== undefined && this.#linked.has(linkedPlace) ? `#${this.#prefix}${linkedPlace}` : undefined
  }

  /** @returns the anchors of the places that start with this text. Each is returned once. */
  anchorsAt({ places }: TextRun): string {
    if (places === undefined || this.#linked.size === 0) return ''
    const starting = places.split(' ').filter((id) => this.#linked.has(id) && !this.#written.has(id))
    for (const id of starting) this.#written.add(id)
    return starting.map((id) => `<a id="${this.#prefix}${id}"></a>`).join('')
  }
}

/** @returns the ids of places that have text and to which a link leads */
function linkedPlaces(blocks: readonly Block[]): Set<string> {
  const linked = new Set<string>()
  const existing = new Set<string>()
  for (const { linkedPlace, places } of runsOf(blocks)) {
    if (linkedPlace !== undefined && isPagePlace(linkedPlace)) linked.add(linkedPlace)
    for (const id of places?.split(' ') ?? []) existing.add(id)
  }
  return new Set([...linked].filter((id) => existing.has(id)))
}

function runsOf(blocks: readonly Block[]): readonly TextRun[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'heading' || block.kind === 'paragraph') return block.runs
    if (block.kind === 'list') return block.items.flatMap(runsOf)
    if (block.kind === 'quote') return runsOf(block.blocks)
    return block.kind === 'table' ? block.rows.flat().flatMap(({ runs }) => runs) : []
  })
}
