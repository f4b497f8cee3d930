import { Controller } from '@hotwired/stimulus'
import { keepSelected, markSpan, unmark } from '../models/text-offsets.ts'

/**
 * Controls an item in the list of annotations: marks the passage in the text, and opens the note after a click on the
 * mark.
 */
export class AnnotationItemController extends Controller<HTMLElement> {
  static override values = { id: Number, spans: Array, noted: Boolean, label: String, color: String }
  declare readonly idValue: number
  declare readonly spansValue: readonly (readonly [number, number])[]
  declare readonly notedValue: boolean
  declare readonly labelValue: string
  declare readonly colorValue: string
  #isDrawn = false

  override connect(): void {
    const text = this.#text
    if (text && this.#marks.length === 0) keepSelected(text, () => this.#draw(text))
    for (const mark of this.#marks) this.#paint(mark)
    for (const link of this.#links) link.classList.toggle('unseen-until-focus', !this.notedValue)
    this.#isDrawn = true
    this.#text?.addEventListener('click', this.#pressed)
    this.element.addEventListener('click', this.#edited)
  }

  /** Draws the marks again after the user has moved the start or the end of the passage. */
  spansValueChanged(): void {
    const text = this.#text
    if (!this.#isDrawn || !text) return
    keepSelected(text, () => {
      this.#erase()
      this.#draw(text)
    })
    for (const mark of this.#marks) this.#paint(mark)
    for (const link of this.#links) link.classList.toggle('unseen-until-focus', !this.notedValue)
  }

  /**
   * Removes the marks if the annotation was deleted. Every change of an annotation replaces the whole list, so an
   * annotation that still exists has a new item on the page.
   */
  override disconnect(): void {
    this.#isDrawn = false
    this.#text?.removeEventListener('click', this.#pressed)
    this.element.removeEventListener('click', this.#edited)
    queueMicrotask(() => {
      if (document.querySelector(`#note-${this.idValue}`)) return
      const text = this.#text
      if (text) keepSelected(text, () => this.#erase())
    })
  }

  get #text(): HTMLElement | null {
    return document.querySelector('.prose')
  }

  get #marks(): readonly HTMLElement[] {
    return [...(this.#text?.querySelectorAll<HTMLElement>(`mark[data-annotation="${this.idValue}"]`) ?? [])]
  }

  get #links(): readonly Element[] {
    return [...(this.#text?.querySelectorAll(`[data-annotation-link="${this.idValue}"]`) ?? [])]
  }

  #draw(text: HTMLElement): void {
    const marks = this.spansValue.flatMap(([start, end]) => markSpan(text, { start, end }, () => this.#makeMark()))
    marks[0]?.setAttribute('id', `annotation-${this.idValue}`)
    const last = marks.at(-1)
    if (last && !last.closest('a, summary')) last.after(this.#makeLink())
  }

  #erase(): void {
    for (const link of this.#links) link.remove()
    unmark(this.#marks)
  }

  #makeMark(): HTMLElement {
    const mark = document.createElement('mark')
    mark.className = 'annotation'
    mark.dataset['annotation'] = String(this.idValue)
    return mark
  }

  /** Sets the colour of a mark. Yellow is the default and needs no attribute. */
  #paint(mark: HTMLElement): void {
    if (this.colorValue === 'yellow') delete mark.dataset['color']
    else mark.dataset['color'] = this.colorValue
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

  /** Opens the note box. Without scripts, the same button opens the editor page instead. */
  readonly #edited = (event: Event): void => {
    if (event.target instanceof Element && event.target.closest('[popovertarget]') && this.#open()) {
      event.preventDefault()
    }
  }

  /** @returns whether the note box opened */
  #open(beside: Element | undefined = this.#marks.at(-1)): boolean {
    const [start, end] = [this.spansValue[0]?.[0] ?? 0, this.spansValue.at(-1)?.[1] ?? 0]
    const detail = {
      annotation: this.idValue,
      start,
      end,
      quote: this.element.querySelector('blockquote')?.textContent ?? '',
      text: this.element.querySelector('.note')?.textContent ?? '',
      color: this.colorValue,
      ...(beside && { beside: beside.getBoundingClientRect() }),
    }
    return !document.dispatchEvent(new CustomEvent('note:open', { detail, cancelable: true }))
  }
}
