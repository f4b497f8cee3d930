import { showToast } from './controllers/cards_controller.ts'
import type { NoteBox, NotePlace } from './note-box.ts'
import { rangeOf, type TextSpan } from './models/text-offsets.ts'
import { PassageHandles } from './passage-handles.ts'
import { sendAnnotation } from './send-annotation.ts'

/** Space between the box and the first line of the passage, in pixels. */
const ROOM = 24

/** Changes which words an annotation marks, while its note box is open. */
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

  /** Shows the handles of an annotation that has a place in the text; a new note has none. */
  open({ annotation, start, end }: NotePlace): void {
    this.#handles.hide()
    if (annotation === undefined || start >= end) return
    this.#annotation = annotation
    this.#uncover({ start, end })
    this.#handles.show({ start, end })
  }

  /** On a phone the box lies at the top, where it may cover the passage. */
  #uncover(span: TextSpan): void {
    const [box, marked] = [this.#form.getBoundingClientRect(), rangeOf(this.#text, span)?.getBoundingClientRect()]
    if (!marked || box.width < innerWidth) return
    const covered = box.bottom + ROOM - marked.top
    if (covered <= 0) return
    // At the top of the page there is nothing to scroll.
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

  /** The item of the annotation draws its marks, and the link of its quote leads to them. */
  #mark(annotation: number, spans: unknown): void {
    const item = document.querySelector<HTMLElement>(`#note-${annotation}`)
    if (!item) return
    item.dataset['saved'] ??= item.dataset['annotationSpansValue']
    item.dataset['annotationSpansValue'] = JSON.stringify(spans)
  }

  /** @returns the spans that the server has */
  #saved(annotation: number): unknown {
    const item = document.querySelector<HTMLElement>(`#note-${annotation}`)
    return JSON.parse(item?.dataset['saved'] ?? item?.dataset['annotationSpansValue'] ?? '[]')
  }
}
