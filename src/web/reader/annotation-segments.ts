import type { ArticleMap, TextRun } from '../../annotations/article-map.ts'
import type { Placements } from '../../annotations/place-annotations.ts'
import { markupIndex } from '../../annotations/text-entities.ts'

/** A part of the text whose characters all have the same annotations. */
interface Segment {
  readonly start: number
  readonly end: number
  readonly ids: readonly number[]
}

/** Maximum number of overlapping annotations that are drawn. More would make no visible difference. */
const MAX_DEPTH = 6

interface Edge {
  readonly at: number
  readonly id: number
  readonly isStart: boolean
}

/** @returns the annotated parts of the text, in order and without overlaps */
export function segmentsOf(placements: Placements): readonly Segment[] {
  const edges = [...placements]
    .flatMap(([id, spans]) =>
      spans.flatMap(({ start, end }): Edge[] => [
        { at: start, id, isStart: true },
        { at: end, id, isStart: false },
      ]),
    )
    .toSorted((one, other) => one.at - other.at || one.id - other.id)
  const found: Segment[] = []
  const open = new Map<number, number>()
  let last = 0
  for (const { at, id, isStart } of edges) {
    if (at > last && open.size > 0) found.push({ start: last, end: at, ids: [...open.keys()].slice(0, MAX_DEPTH) })
    last = at
    const count = (open.get(id) ?? 0) + (isStart ? 1 : -1)
    if (count > 0) open.set(id, count)
    else open.delete(id)
  }
  return found
}

/** How the marked parts of an annotation are drawn. */
export interface MarkSigns {
  /** @returns markup to insert after the last part, such as a link to the note */
  readonly after: (id: number) => string
  /** @returns the name of the colour; undefined for the default colour */
  readonly colorOf: (id: number) => string | undefined
}

/** Elements whose direct text is layout whitespace only. It is not marked, because a mark would break a table. */
const BOXES: ReadonlySet<string> = new Set(
  'blockquote colgroup details div dl figure ol section table tbody tfoot thead tr ul'.split(' '),
)

/**
 * @param signs the drawing of annotations; `after` is called only where a link is allowed
 * @returns a function that renders a text node with `<mark>` around annotated text. It must be called once for each
 * text node, in document order. The first part of annotation 5 has the id `annotation-5`
 */
export function runDrawer(
  markup: string,
  map: ArticleMap,
  placements: Placements,
  signs: MarkSigns,
): (run: TextRun, canLink: boolean) => string {
  const segments = segmentsOf(placements)
  const ends = new Map([...placements].map(([id, spans]) => [id, Math.max(...spans.map(({ end }) => end))]))
  const begun = new Set<number>()
  let next = 0
  const openMark = (id: number): string => {
    const anchor = begun.has(id) ? '' : ` id="annotation-${id}"`
    begun.add(id)
    const color = signs.colorOf(id)
    return `<mark${anchor} class="annotation" data-annotation="${id}"${color === undefined ? '' : ` data-color="${color}"`}>`
  }
  return (run, canLink) => {
    const source = markup.slice(run.from, run.to)
    while (next < segments.length && segments[next]!.end <= run.start) next++
    if (next === segments.length || segments[next]!.start >= run.end || isLayout(source, map, run)) return source
    let [drawn, at] = ['', 0]
    for (let index = next; index < segments.length && segments[index]!.start < run.end; index++) {
      const { start, end, ids } = segments[index]!
      const from = markupIndex(source, Math.max(start, run.start) - run.start)
      const to = markupIndex(source, Math.min(end, run.end) - run.start)
      drawn +=
        source.slice(at, from) + ids.map(openMark).join('') + source.slice(from, to) + '</mark>'.repeat(ids.length)
      const ended = canLink && end <= run.end ? ids.filter((id) => ends.get(id) === end) : []
      drawn += ended.map(signs.after).join('')
      at = to
    }
    return drawn + source.slice(at)
  }
}

function isLayout(source: string, { elements }: ArticleMap, { parent }: TextRun): boolean {
  return source.trim() === '' && (parent === -1 || BOXES.has(elements[parent]!.name))
}
