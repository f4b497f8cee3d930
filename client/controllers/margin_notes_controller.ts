import { Controller } from '@hotwired/stimulus'
import { stackNotes } from '../models/stack-notes.ts'

/** Items of the list of annotations that have a note and a passage in the text. */
const NOTED = '.annotation-item[data-annotation-item-noted-value=true]:not([data-annotation-item-spans-value="[]"])'

/**
 * Shows the notes of the article in the margin of a wide window, each beside its passage. The style sheet hides them in
 * a narrow window, where the list below the article remains.
 */
export class MarginNotesController extends Controller<HTMLElement> {
  readonly #changes = new MutationObserver(() => this.#update())
  readonly #sizes = new ResizeObserver(() => this.#place())
  #listeners = new AbortController()
  #frame = 0
  #current = ''

  override connect(): void {
    const article = this.element.closest('.reader')
    if (!article) return
    this.#listeners = new AbortController()
    document.addEventListener('click', this.#clicked, { signal: this.#listeners.signal })
    this.#changes.observe(article, { childList: true, subtree: true })
    for (const text of article.querySelectorAll('.prose')) this.#sizes.observe(text)
    this.#update()
  }

  override disconnect(): void {
    this.#listeners.abort()
    this.#changes.disconnect()
    this.#sizes.disconnect()
    cancelAnimationFrame(this.#frame)
    this.#frame = 0
  }

  /** Takes over the notes of the list. Notes that have not changed keep their elements, and so the focus. */
  #update(): void {
    const notes = [...document.querySelectorAll<HTMLElement>(NOTED)].map((item) => this.#noteOf(item))
    for (const old of this.element.querySelectorAll<HTMLElement>(':scope > li')) {
      if (!notes.includes(old)) this.#remove(old)
    }
    for (const [index, note] of notes.entries()) {
      const there = this.element.children[index] ?? null
      if (there !== note) this.element.insertBefore(note, there)
      this.#sizes.observe(note)
    }
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0
      this.#place()
    })
  }

  #noteOf(item: HTMLElement): HTMLElement {
    const id = item.dataset['annotationItemIdValue'] ?? ''
    const note = this.#find(id) ?? makeNote(id, item)
    note.dataset['color'] = item.dataset['annotationItemColorValue']
    const link = note.querySelector('a')
    const text = item.querySelector('.note')?.textContent ?? ''
    if (link && link.textContent !== text) link.textContent = text
    return note
  }

  #find(id: string): HTMLElement | null {
    return this.element.querySelector<HTMLElement>(`[data-annotation="${id}"]`)
  }

  #remove(note: Element): void {
    this.#sizes.unobserve(note)
    note.remove()
  }

  #place(): void {
    if (!this.element.checkVisibility()) return
    const notes = [...this.element.children] as HTMLElement[]
    const top = this.element.getBoundingClientRect().top
    const sizes = notes.map((note) => ({
      passage: topOfPassage(note.dataset['annotation'] ?? '') - top,
      height: note.offsetHeight,
    }))
    const current = notes.findIndex((note) => note.dataset['annotation'] === this.#current)
    // A transform is no layout shift, and does not lay out the page again.
    for (const [index, at] of stackNotes(sizes, current).entries()) notes[index]!.style.translate = `0 ${at}px`
  }

  /** Puts the note of a clicked passage, or the clicked note, exactly beside the passage. */
  readonly #clicked = ({ target }: MouseEvent): void => {
    const clicked = target instanceof Element ? target.closest<HTMLElement>('[data-annotation]') : null
    if (!clicked) return
    this.#current = clicked.dataset['annotation'] ?? ''
    for (const note of this.element.children) note.toggleAttribute('data-current', note === this.#find(this.#current))
    this.#place()
  }
}

/** @returns a note of the margin: its text as a link to the passage, and a copy of the button that edits it */
function makeNote(id: string, item: HTMLElement): HTMLElement {
  const note = document.createElement('li')
  note.className = 'margin-note'
  note.dataset['annotation'] = id
  const link = document.createElement('a')
  link.href = `#annotation-${id}`
  link.dir = 'auto'
  note.append(link)
  const edit = item.querySelector('[popovertarget]')?.cloneNode(true)
  if (edit) note.append(edit)
  return note
}

/** @returns the top of an annotated passage. A part of the text that is not laid out yet counts as a whole. */
function topOfPassage(id: string): number {
  const mark = document.querySelector(`#annotation-${id}`)
  const isLaidOut = mark?.checkVisibility({ contentVisibilityAuto: true }) ?? true
  return (isLaidOut ? mark : mark?.closest('.prose > *'))?.getBoundingClientRect().top ?? 0
}
