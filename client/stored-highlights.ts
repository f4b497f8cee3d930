import type { TextSpan } from './models/text-offsets.ts'

/** @returns the items of the annotations on the page, with their passages */
function listed(): { readonly item: HTMLElement; readonly passage: TextSpan }[] {
  return [...document.querySelectorAll<HTMLElement>('[data-annotation-item-spans-value]')].map((item) => {
    const spans = JSON.parse(item.dataset['annotationItemSpansValue'] ?? '[]') as readonly (readonly [number, number])[]
    return { item, passage: { start: spans[0]?.[0] ?? -1, end: spans.at(-1)?.[1] ?? -1 } }
  })
}

/**
 * @param start offset of a sentence
 * @param end offset of its end
 * @returns the annotation that begins with the sentence; undefined if the page has none
 */
export function annotationFrom({
  start,
  end,
}: TextSpan): { readonly item: HTMLElement; readonly end: number } | undefined {
  const found = listed().find(({ passage }) => passage.start === start && passage.end >= end)
  return found && { item: found.item, end: found.passage.end }
}

/** @returns the id of the annotation of exactly this passage, if it has no note; undefined otherwise */
export function highlightWithoutNote({ start, end }: TextSpan): string | undefined {
  const found = listed().find(
    ({ item, passage }) => passage.start === start && passage.end === end && item.querySelector('.note') === null,
  )
  return found?.item.dataset['annotationItemIdValue']
}

/** @returns the item of an annotation that contains a sentence; undefined if the page has none */
export function annotationOver({ start, end }: TextSpan): HTMLElement | undefined {
  return listed().find(({ passage }) => passage.start <= start && passage.end >= end)?.item
}
