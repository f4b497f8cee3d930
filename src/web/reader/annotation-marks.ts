import type { ArticleMap, TextRun } from '../../annotations/article-map.ts'
import type { Placements } from '../../annotations/locate-annotations.ts'
import type { TextSpan } from '../../annotations/convert-ranges.ts'
import { markupIndexer } from '../../annotations/text-entities.ts'

/** A part of the text in which all characters belong to the same annotations. */
interface Segment {
  readonly start: number
  readonly end: number
  readonly ids: readonly number[]
}

/** Maximum number of overlapping annotations that are drawn. Users could not distinguish more. */
const MAX_DEPTH = 6

interface Edge {
  readonly at: number
  readonly id: number
  readonly isStart: boolean
}

/**
 * @returns the annotated parts of the text, in order and without overlaps. Where annotations overlap, a part has the
 *   ids of all of them, up to `MAX_DEPTH`.
 */
function segmentsOf(placements: Placements): readonly Segment[] {
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

/** Functions that return the markup and the colour of an annotation's highlight, by the id of the annotation. */
interface MarkSigns {
  /** @returns markup to insert at the end of the annotated text, such as a link to the note */
  readonly after: (id: number) => string
  /** @returns the name of the colour; undefined for the default colour */
  readonly colorOf: (id: number) => string | undefined
}

/**
 * Elements whose direct text can only be white space between blocks. This white space is not highlighted, because a
 * `mark` element there would break a table.
 */
const BLOCK_CONTAINERS: ReadonlySet<string> = new Set(
  'blockquote colgroup details div dl figure ol section table tbody tfoot thead tr ul'.split(' '),
)

/** Draws the marks of annotations. Callers must call its methods in document order. */
export interface MarkRenderer {
  /** Draws a text node, with `<mark>` around the annotated parts of it. */
  readonly text: (run: TextRun, canLink: boolean) => string
  /**
   * Draws an element that cannot contain marks, such as a formula. If a part of its text is annotated, marks surround
   * the whole element.
   */
  readonly wholeElement: (span: TextSpan, drawn: string, canLink: boolean) => string
}

/**
 * @param signs the markup of the highlights. Its `after` is called only where a link is allowed.
 * @returns functions that draw marks. The first mark of annotation 5 has the id `annotation-5`.
 */
export function markRenderer(markup: string, map: ArticleMap, placements: Placements, signs: MarkSigns): MarkRenderer {
  const segments = segmentsOf(placements)
  const ends = new Map([...placements].map(([id, spans]) => [id, Math.max(...spans.map(({ end }) => end))]))
  const openMark = markOpener(signs)
  let next = 0
  const segmentsIn = ({ start, end }: TextSpan): readonly Segment[] => {
    while (next < segments.length && segments[next]!.end <= start) next++
    let after = next
    while (after < segments.length && segments[after]!.start < end) after++
    return segments.slice(next, after)
  }
  const linksAfter = (ids: readonly number[], end: number): string =>
    ids
      .filter((id) => ends.get(id)! <= end)
      .map(signs.after)
      .join('')
  return {
    text: (run, canLink) => {
      const source = markup.slice(run.from, run.to)
      const marked = isLayout(source, map, run) ? [] : segmentsIn(run)
      if (marked.length === 0) return source
      const indexOf = markupIndexer(source)
      let [drawn, at] = ['', 0]
      for (const { start, end, ids } of marked) {
        const from = indexOf(Math.max(start, run.start) - run.start)
        const to = indexOf(Math.min(end, run.end) - run.start)
        drawn +=
          source.slice(at, from) + ids.map(openMark).join('') + source.slice(from, to) + '</mark>'.repeat(ids.length)
        if (canLink && end <= run.end) drawn += linksAfter(ids, end)
        at = to
      }
      return drawn + source.slice(at)
    },
    wholeElement: (span, drawn, canLink) => {
      const ids = [...new Set(segmentsIn(span).flatMap((segment) => segment.ids))].slice(0, MAX_DEPTH)
      const marked = ids.map(openMark).join('') + drawn + '</mark>'.repeat(ids.length)
      return canLink ? marked + linksAfter(ids, span.end) : marked
    },
  }
}

/** @returns a function that returns the start tag of a mark. The first mark of an annotation has an id. */
function markOpener({ colorOf }: MarkSigns): (id: number) => string {
  const begun = new Set<number>()
  return (id) => {
    const anchor = begun.has(id) ? '' : ` id="annotation-${id}"`
    begun.add(id)
    const color = colorOf(id)
    return `<mark${anchor} class="annotation" data-annotation="${id}"${color === undefined ? '' : ` data-color="${color}"`}>`
  }
}

function isLayout(source: string, { elements }: ArticleMap, { parent }: TextRun): boolean {
  return source.trim() === '' && (parent === -1 || BLOCK_CONTAINERS.has(elements[parent]!.name))
}
