import { showToast } from './show-toast.ts'
import type { NoteBox, EditedNote } from './note-box.ts'
import { rangeOf, type TextSpan } from './models/text-offsets.ts'
import { PassageHandles } from './passage-handles.ts'
import { sendAnnotation } from './send-annotation.ts'

/** Minimum space in pixels between the note box and the first line of the passage. */
const ROOM = 24

/** Lets the user extend or shorten an annotation's passage while its note box is open. */
export class PassageEditor {
  readonly #form: HTMLFormElement
  readonly #text: Element
  readonly #box: NoteBox
  readonly #handles: PassageHandles
  readonly #listeners = new AbortController()
  #annotation = 0
  #isLeaving = false

  constructor(form: HTMLFormElement, text: Element, box: NoteBox) {
    this.#form = form
    this.#text = text
    this.#box = box
    this.#handles = new PassageHandles(form, text, { changing: this.#show, changed: this.#send })
    const { signal } = this.#listeners
    form.addEventListener('toggle', this.#toggled, { signal })
    addEventListener('pagehide', this.#leave, { signal })
    document.addEventListener('turbo:before-visit', this.#visited, { signal })
    document.addEventListener('turbo:before-cache', this.#leave, { signal })
  }

  disconnect(): void {
    this.#leave()
    this.#listeners.abort()
  }

  /**
   * Shows handles at both ends of the annotation's passage. New annotations, and annotations whose passage is not in
   * the text, have no handles.
   */
  open({ annotation, start, end }: EditedNote): void {
    this.#handles.hide()
    if (annotation === undefined || start >= end) return
    this.#annotation = annotation
    this.#uncover({ start, end })
    this.#handles.show({ start, end })
  }

  /**
   * Scrolls the page until the note box does not cover the passage. Needed only on a phone, where the box is at the top
   * of the window.
   */
  #uncover(span: TextSpan): void {
    const [box, marked] = [this.#form.getBoundingClientRect(), rangeOf(this.#text, span)?.getBoundingClientRect()]
    if (!marked || box.width < innerWidth) return
    const covered = box.bottom + ROOM - marked.top
    if (covered <= 0) return
    // Near its top, the page cannot scroll far enough. Padding above the page makes up for the difference.
    document.body.style.paddingBlockStart = `${Math.max(0, covered - scrollY)}px`
    scrollBy({ top: -covered, behavior: 'instant' })
  }

  readonly #toggled = (): void => {
    if (this.#form.matches(':popover-open')) return
    this.#handles.hide()
    document.body.style.removeProperty('padding-block-start')
  }

  readonly #visited = ({ detail }: CustomEvent<{ readonly url: string }>): void => {
    if (detail.url !== location.href) this.#leave()
  }

  readonly #leave = (): void => {
    this.#isLeaving = true
    this.#handles.hide()
    this.#isLeaving = false
  }

  readonly #show = (span: TextSpan): void => {
    this.#mark(this.#annotation, [[span.start, span.end]])
    this.#box.follow(span, this.#wordsOf(span))
  }

  readonly #send = async (span: TextSpan): Promise<void> => {
    const annotation = this.#annotation
    const before = this.#saved(annotation)
    const { token, entry } = this.#box
    const fields = { token, start: String(span.start), end: String(span.end), quote: this.#wordsOf(span) }
    const path = `/annotations/${annotation}/passage`
    if ((await sendAnnotation({ path, fields, entry }, this.#isLeaving)) === 'sent') return
    this.#mark(annotation, before)
    showToast(this.#form.dataset['unmoved'] ?? '')
  }

  #wordsOf(span: TextSpan): string {
    return rangeOf(this.#text, span)?.toString() ?? ''
  }

  /**
   * Sets the spans in the data attribute of the annotation's item in the list. The controller of the item then draws
   * the marks again (controllers/annotation_item_controller.ts).
   */
  #mark(annotation: number, spans: unknown): void {
    const item = document.querySelector<HTMLElement>(`#note-${annotation}`)
    if (!item) return
    item.dataset['saved'] ??= item.dataset['annotationItemSpansValue']
    item.dataset['annotationItemSpansValue'] = JSON.stringify(spans)
  }

  /** @returns the annotation's spans as the server has stored them */
  #saved(annotation: number): unknown {
    const item = document.querySelector<HTMLElement>(`#note-${annotation}`)
    return JSON.parse(item?.dataset['saved'] ?? item?.dataset['annotationItemSpansValue'] ?? '[]')
  }
}
