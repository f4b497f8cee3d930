import { contentOf } from '../../entries/listing/content-of.ts'
import { mapArticle } from '../../annotations/article-map.ts'
import { locateAnnotations } from '../../annotations/locate-annotations.ts'
import type { EntryAnnotation } from '../../entries/entry.ts'
import type { LoadedEntry } from '../../entries/listing/load-entries.ts'
import { showCopies } from '../../images/show-image-copies.ts'
import type { FindCopy } from '../../images/load-image-copies.ts'
import { html } from '../../kernel/html.ts'
import { colorName } from './colors.ts'
import { hasArticle } from '../bookmarks/bookmark.presenter.ts'

/**
 * @param findCopy finds the copies of pictures, with the addresses that the text shall have
 * @returns the text of an entry with its marked passages, as Readeck's apps show it; empty if it has no text
 */
export function articleMarkup(loaded: LoadedEntry, findCopy: FindCopy): string {
  const content = hasArticle(loaded) ? contentOf(loaded) : ''
  if (content === '') return ''
  return `<section><article>${markPassages(showCopies(content, findCopy), loaded.annotations)}</article></section>\n`
}

/** The part of a passage in a run of text. */
interface Mark {
  readonly start: number
  readonly end: number
  readonly annotation: EntryAnnotation
}

/** Puts an element around the text of each marked passage. Where passages overlap, the first one is marked. */
function markPassages(markup: string, annotations: readonly EntryAnnotation[]): string {
  const map = mapArticle(markup)
  const placements = locateAnnotations(map, annotations)
  const marks = annotations
    .flatMap((annotation) => (placements.get(annotation.id) ?? []).map((span): Mark => ({ ...span, annotation })))
    .toSorted((one, other) => one.start - other.start)
  const begun = new Set<number>()
  let [out, done] = ['', 0]
  for (const run of map.runs) {
    let at = run.start
    let marked = ''
    for (const { annotation, ...mark } of marks) {
      const [start, end] = [Math.max(mark.start, at), Math.min(mark.end, run.end)]
      if (start >= end) continue
      const passage = html`${map.text.slice(start, end)}`.toString()
      marked += html`${map.text.slice(at, start)}`.toString() + openMark(annotation, !begun.has(annotation.id))
      marked += `${passage}</rd-annotation>`
      begun.add(annotation.id)
      at = end
    }
    if (at === run.start) continue
    out += markup.slice(done, run.from) + marked + html`${map.text.slice(at, run.end)}`.toString()
    done = run.to
  }
  return out + markup.slice(done)
}

function openMark({ id, color, text }: EntryAnnotation, isFirst: boolean): string {
  const attributes = [
    ...(isFirst ? [html` id="annotation-${id}"`.toString()] : []),
    html` data-annotation-id-value="${id}"`.toString(),
    html` data-annotation-color="${colorName(color)}"`.toString(),
    ...(text === '' ? [] : [html` data-annotation-note="" title="${text}"`.toString()]),
  ]
  return `<rd-annotation${attributes.join('')}>`
}
