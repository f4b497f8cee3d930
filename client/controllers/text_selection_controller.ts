import { Controller } from '@hotwired/stimulus'
import { annotationItem, clickedAnnotation, readAnnotation, storedNote } from '../annotation-item.ts'
import { DraftMarks } from '../draft-marks.ts'
import { watchUnsentNotes } from '../unsent-notes.ts'
import { NoteBox, type EditedNote } from '../note-box.ts'
import { NoteDrafts, type NoteDraft } from '../models/note-drafts.ts'
import { rememberColor } from '../models/last-annotation-color.ts'
import { PassageEditor } from '../passage-editor.ts'
import { positionBeside } from '../models/toolbar-position.ts'
import { spanOf } from '../models/text-offsets.ts'

/** Milliseconds without a change after which a selection counts as finished. The bar then appears. */
const PAUSE = 150
/**
 * Maximum length of a selection in UTF-16 units. For a longer one, the bar stays hidden, because the server would
 * refuse the quote.
 */
const MAX_QUOTE = 10_000

/**
 * Shows a small bar beside selected text, with buttons to highlight the text or to write a note, and opens the note box
 * of an annotation after a click on its mark.
 */
export class TextSelectionController extends Controller<HTMLElement> {
  #timer = 0
  #isTouch = false
  #selected: EditedNote | undefined
  #box: NoteBox | undefined
  #passage: PassageEditor | undefined
  #stopSending: (() => void) | undefined
  #marks: DraftMarks | undefined
  #drafts: NoteDrafts | undefined
  #listeners = new AbortController()

  override connect(): void {
    this.#openBox()
    this.#listeners = new AbortController()
    const { signal } = this.#listeners
    document.addEventListener('selectionchange', this.#changed, { signal })
    document.addEventListener('sentence:selected', this.#look, { signal })
    document.addEventListener('pointerdown', this.#pressed, { signal })
    document.addEventListener('keydown', this.#finish, { signal, capture: true })
    document.addEventListener('note:open', this.#requested, { signal })
    document.addEventListener('turbo:before-cache', this.#leave, { signal })
    document.addEventListener('turbo:render', this.#refreshed, { signal })
    document.addEventListener('click', this.#clicked, { signal })
    addEventListener('scroll', this.#changed, { passive: true, signal })
    this.#bar?.addEventListener('pointerdown', keepSelection, { signal })
    this.#bar?.addEventListener('click', this.#chosen, { signal })
    // Text may have been selected before this controller was loaded.
    this.#look()
    this.#markReady()
    // Reports that this controller is ready. If a shortcut was pressed while it was loading, keys_controller.ts waits
    // for this event.
    document.dispatchEvent(new Event('notes:ready'))
  }

  override disconnect(): void {
    clearTimeout(this.#timer)
    this.#listeners.abort()
    this.#stopSending?.()
    this.#passage?.disconnect()
    this.#box?.disconnect()
  }

  #openBox(): void {
    const form = document.querySelector<HTMLFormElement>('#note-box')
    if (!form) return
    this.#drafts = new NoteDrafts(localStorage, form.dataset['entry'] ?? '')
    const { draft = '', waiting = '' } = form.dataset
    this.#marks = new DraftMarks(this.#text, { draft, waiting }, (one) => this.#resume(one))
    this.#box = new NoteBox(form, this.#drafts, { changed: this.#showDrafts })
    this.#passage = new PassageEditor(form, this.#text, this.#box)
    this.#showDrafts()
    this.#stopSending = watchUnsentNotes(this.#box)
  }

  get #bar(): HTMLElement | null {
    return document.querySelector<HTMLElement>('#annotate-bar')
  }

  get #text(): Element {
    return this.element.querySelector('.prose') ?? this.element
  }

  readonly #pressed = ({ pointerType }: PointerEvent): void => {
    this.#isTouch = pointerType === 'touch'
  }

  readonly #changed = (): void => {
    clearTimeout(this.#timer)
    this.#timer = window.setTimeout(this.#look, PAUSE)
  }

  /**
   * Reads the selection at every key press, without waiting for `PAUSE`. Otherwise, a shortcut directly after selecting
   * would apply to the previous selection.
   */
  readonly #finish = ({ target }: KeyboardEvent): void => {
    // Ignores keys typed in a note field. A field whose box was just closed still has the focus until the next frame,
    // so an invisible field does not count.
    if (!(target instanceof Element && target.matches('textarea, [name=tags]') && target.checkVisibility()))
      this.#look()
  }

  readonly #look = (): void => {
    const selection = getSelection()
    const range = selection && !selection.isCollapsed && selection.rangeCount > 0 && selection.getRangeAt(0)
    const span = range && spanOf(this.#text, range)
    if (!span || range.toString().trim() === '' || span.end - span.start > MAX_QUOTE) return this.#hide()
    this.#selected = { ...span, quote: range.toString(), text: '', beside: range.getBoundingClientRect() }
    this.#show(this.#selected.beside!)
  }

  #show(beside: DOMRect): void {
    const bar = this.#bar
    if (!bar) return
    this.#enable(true)
    const window = { width: document.documentElement.clientWidth, height: innerHeight }
    const { top, left } = positionBeside(beside, bar.getBoundingClientRect(), window, this.#isTouch)
    bar.style.top = `${top}px`
    bar.style.left = `${left}px`
  }

  readonly #hide = (): void => {
    this.#selected = undefined
    this.#enable(false)
  }

  /** Shows or hides the bar. The buttons of the hidden bar are disabled, so that shortcuts cannot press them. */
  #enable(isShown: boolean): void {
    if (!this.#bar) return
    this.#bar.hidden = !isShown
    for (const button of this.#bar.querySelectorAll('button')) button.disabled = !isShown
  }

  readonly #chosen = ({ target }: Event): void => {
    const note = this.#selected
    const button = target instanceof Element ? target.closest('button') : null
    if (!note || !button) return
    getSelection()?.removeAllRanges()
    this.#hide()
    const { color } = button.dataset
    if (color !== undefined) rememberColor(localStorage, color)
    if (button.dataset['actionName'] === 'note') this.#open(note)
    else void this.#box?.send(note)
  }

  /** Opens the box for a note. While the note is written, a new passage is marked as a draft. */
  #open(note: EditedNote): void {
    const drafts = this.#drafts?.list() ?? []
    const isMarked = note.annotation !== undefined || this.#drafts?.find(note) !== undefined
    this.#marks?.show(isMarked ? drafts : [...drafts, note])
    this.#box?.open(note)
    this.#passage?.open(note)
  }

  /**
   * Opens the box with a draft. If the annotation of the draft has been deleted, the draft becomes a new annotation.
   */
  #resume(draft: NoteDraft): void {
    const beside = this.#marks?.boxOf(draft)
    const { annotation, ...newNote } = draft
    const item = annotation === undefined ? null : annotationItem(annotation)
    if (annotation !== undefined && !item) {
      this.#drafts?.drop(draft)
      this.#drafts?.keep(newNote)
    }
    const known = item && annotation !== undefined ? { ...storedNote(item), annotation } : { text: '' }
    this.#open({ ...newNote, ...known, ...(beside && { beside }) })
  }

  /** Opens the note that the keyboard reader has requested. */
  readonly #requested = (event: Event): void => this.#open((event as CustomEvent<EditedNote>).detail)

  /** Opens the note box. Without scripts, the same link leads to the note, and the same button opens an editor. */
  readonly #clicked = (event: MouseEvent): void => {
    const clicked = clickedAnnotation(event.target)
    if (!clicked || !this.#box) return
    event.preventDefault()
    this.#open(readAnnotation(clicked.item, clicked.beside))
  }

  /**
   * Marks the drafts in the text. Deletes a draft that equals a stored annotation, because the server has already
   * stored it: it was sent when the user left the page.
   */
  readonly #showDrafts = (): void => {
    for (const draft of this.#drafts?.list() ?? []) if (isKnown(draft)) this.#drafts?.drop(draft)
    this.#marks?.show(this.#drafts?.list() ?? [])
  }

  /** Sets the attribute `data-notes-ready`. Shortcuts and tests wait for it. */
  #markReady(): void {
    this.element.toggleAttribute('data-notes-ready', true)
  }

  /** After a refresh of the page, adds the draft marks and the attribute again. */
  readonly #refreshed = (): void => {
    this.#showDrafts()
    this.#markReady()
  }

  readonly #leave = (): void => {
    this.#hide()
    this.#marks?.clear()
    this.element.removeAttribute('data-notes-ready')
  }
}

function keepSelection(event: Event): void {
  event.preventDefault()
}

/** @returns whether the page contains an annotation with the passage, note and colour of a draft */
function isKnown({ annotation, start, end, text, color, tags }: NoteDraft): boolean {
  const items = annotation === undefined ? '[data-annotation-item-spans-value]' : `#note-${annotation}`
  return [...document.querySelectorAll<HTMLElement>(items)].some((item) => {
    const isThere =
      annotation !== undefined || item.dataset['annotationItemSpansValue'] === JSON.stringify([[start, end]])
    const hasColor =
      annotation === undefined || color === undefined || item.dataset['annotationItemColorValue'] === color
    const hasTags = tags === undefined || item.dataset['annotationItemTagsValue'] === storedForm(tags)
    return isThere && hasColor && hasTags && (item.querySelector('.note')?.textContent ?? '').trim() === text.trim()
  })
}

/** @returns the tags as the server stores and shows them (src/tags/tag.ts) */
function storedForm(tags: string): string {
  const labels = tags.split(',').map((label) => label.trim().toLowerCase())
  return [...new Set(labels.filter((label) => label !== ''))].join(', ')
}
