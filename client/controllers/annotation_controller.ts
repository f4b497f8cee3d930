import { Controller } from '@hotwired/stimulus'
import { placeBeside } from '../models/place-beside.ts'
import { markSpan, unmark } from '../models/text-offsets.ts'

/** Marks the annotations of the list in the text, and opens a note after a click on its mark. */
export class AnnotationController extends Controller<HTMLElement> {
  static override values = { id: Number, spans: Array, opened: Boolean, noted: Boolean, label: String }
  declare readonly idValue: number
  declare readonly spansValue: readonly (readonly [number, number])[]
  declare openedValue: boolean
  declare readonly notedValue: boolean
  declare readonly labelValue: string

  override connect(): void {
    if (this.#marks.length === 0) this.#draw()
    for (const link of this.#links) link.classList.toggle('unseen-until-focus', !this.notedValue)
    this.#text?.addEventListener('click', this.#pressed)
    if (this.openedValue) this.#open()
    this.openedValue = false
  }

  /** Every change replaces the list; the marks of deleted annotations are removed. */
  override disconnect(): void {
    this.#text?.removeEventListener('click', this.#pressed)
    queueMicrotask(() => {
      if (document.querySelector(`#note-${this.idValue}`)) return
      for (const link of this.#links) link.remove()
      unmark(this.#marks)
    })
  }

  get #text(): HTMLElement | null {
    return document.querySelector('.prose')
  }

  get #marks(): readonly Element[] {
    return [...(this.#text?.querySelectorAll(`mark[data-annotation="${this.idValue}"]`) ?? [])]
  }

  get #links(): readonly Element[] {
    return [...(this.#text?.querySelectorAll(`[data-annotation-link="${this.idValue}"]`) ?? [])]
  }

  #draw(): void {
    const text = this.#text
    if (!text) return
    const marks = this.spansValue.flatMap(([start, end]) => markSpan(text, { start, end }, () => this.#makeMark()))
    marks[0]?.setAttribute('id', `annotation-${this.idValue}`)
    const last = marks.at(-1)
    if (last && !last.closest('a, summary')) last.after(this.#makeLink())
  }

  #makeMark(): HTMLElement {
    const mark = document.createElement('mark')
    mark.className = 'annotation'
    mark.dataset['annotation'] = String(this.idValue)
    return mark
  }

  #makeLink(): HTMLElement {
    const link = document.createElement('a')
    link.className = 'note-link'
    link.href = `#note-${this.idValue}`
    link.dataset['annotationLink'] = String(this.idValue)
    link.setAttribute('aria-label', this.labelValue)
    return link
  }

  readonly #pressed = (event: Event): void => {
    const { target } = event
    if (!(target instanceof Element) || getSelection()?.isCollapsed === false) return
    const pressed = target.closest<HTMLElement>('mark.annotation, [data-annotation-link]')
    const id = pressed?.dataset['annotation'] ?? pressed?.dataset['annotationLink']
    if (id !== String(this.idValue) || (target.closest('a') && !target.closest('[data-annotation-link]'))) return
    event.preventDefault()
    this.#open(pressed!)
  }

  #open(beside: Element | undefined = this.#marks.at(-1)): void {
    const editor = this.element.querySelector<HTMLElement>('.note-editor')
    editor?.showPopover()
    // On a phone the style sheet positions it.
    if (!editor || !beside || !matchMedia('(width >= 56rem)').matches) return
    const window = { width: document.documentElement.clientWidth, height: innerHeight }
    const { top, left } = placeBeside(beside.getBoundingClientRect(), editor.getBoundingClientRect(), window, true)
    editor.style.inset = `${top}px auto auto ${left}px`
  }
}
