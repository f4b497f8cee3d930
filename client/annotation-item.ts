import type { EditedNote } from './note-box.ts'

/** @returns the item of an annotation in the list below the article, or null if the page has none */
export function annotationItem(id: number | string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`#note-${id}`)
}

/**
 * @returns the passage, note, colour and tags of an annotation as the page shows them
 * @param item the annotation's item in the list
 * @param beside the mark beside which the note box opens; by default the last one
 */
export function readAnnotation(item: HTMLElement, beside: Element | undefined = lastMark(item)): EditedNote {
  const spans: readonly (readonly [number, number])[] = JSON.parse(item.dataset['annotationItemSpansValue'] ?? '[]')
  return {
    ...storedNote(item),
    annotation: Number(item.dataset['annotationItemIdValue']),
    start: spans[0]?.[0] ?? 0,
    end: spans.at(-1)?.[1] ?? 0,
    quote: item.querySelector('blockquote')?.textContent ?? '',
    ...(beside && { beside: beside.getBoundingClientRect() }),
  }
}

/** @returns the stored note, colour and tags of an annotation, read from its item */
export function storedNote(item: HTMLElement): Pick<EditedNote, 'text' | 'color' | 'tags'> {
  const { annotationItemColorValue: color, annotationItemTagsValue: tags = '' } = item.dataset
  return { text: item.querySelector('.note')?.textContent ?? '', tags, ...(color !== undefined && { color }) }
}

function lastMark(item: HTMLElement): Element | undefined {
  return [...document.querySelectorAll(`.prose mark[data-annotation="${item.dataset['annotationItemIdValue']}"]`)].at(
    -1,
  )
}

/**
 * @returns the annotation that a click opens, with the mark or link that was clicked: a mark in the text, the link after
 * its last mark, or the button of its item in the list or of its note in the margin; undefined for every other click,
 * and after selecting text
 */
export function clickedAnnotation(
  target: EventTarget | null,
): { readonly item: HTMLElement; readonly beside?: Element } | undefined {
  if (!(target instanceof Element)) return undefined
  const button = target.closest('[popovertarget^=note-editor-]')
  const listed = button && annotationItem(button.getAttribute('popovertarget')!.slice('note-editor-'.length))
  if (listed) return { item: listed }
  const beside = clickedMark(target)
  const item = beside && annotationItem(beside.dataset['annotation'] ?? beside.dataset['annotationLink'] ?? '')
  return item ? { item, beside } : undefined
}

function clickedMark(target: Element): HTMLElement | null {
  const isOtherLink = target.closest('a:not([data-annotation-link])') !== null
  if (isOtherLink || getSelection()?.isCollapsed === false) return null
  return target.closest<HTMLElement>('.prose :is(mark.annotation, [data-annotation-link])')
}
