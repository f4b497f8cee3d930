import { Controller } from '@hotwired/stimulus'
import { keepSelected, markSpan, unmark } from '../models/text-offsets.ts'

/** Controls an item in the list of annotations: marks the passage in the text. */
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
}
