import { deleteHighlight } from './delete-highlight.ts'
import { showToast } from './show-toast.ts'
import { lastColor, rememberColor } from './models/last-annotation-color.ts'
import { positionBeside } from './models/toolbar-position.ts'
import { draftKey, type NoteDraft, type NoteDrafts } from './models/note-drafts.ts'
import type { TextSpan } from './models/text-offsets.ts'
import { highlightWithoutNote } from './stored-highlights.ts'
import { sendAnnotation, type SendOutcome } from './send-annotation.ts'

/** The note that the box edits, with its passage. */
export interface EditedNote extends NoteDraft {
  /** rectangle of the passage; absent if the passage is not in the text. A wide window shows the box beside it. */
  readonly beside?: DOMRect
}

interface NoteBoxEvents {
  /** called after a draft is stored, deleted or sent */
  readonly changed: () => void
}

/** Keys in the form's `dataset` of the messages for failed requests, by outcome. */
const TOASTS = { refused: 'kept', signedOut: 'signedOut', failed: 'waits' } as const

/**
 * The box for writing a note. The browser stores the text as a draft until the user finishes the note and the server
 * has stored it.
 */
export class NoteBox {
  readonly #form: HTMLFormElement
  readonly #drafts: NoteDrafts
  readonly #events: NoteBoxEvents
  readonly #listeners = new AbortController()
  readonly #inFlight = new Set<string>()
  #edited: EditedNote | undefined

  constructor(form: HTMLFormElement, drafts: NoteDrafts, events: NoteBoxEvents) {
    this.#form = form
    this.#drafts = drafts
    this.#events = events
    const { signal } = this.#listeners
    form.addEventListener('submit', this.#submitted, { signal })
    form.addEventListener('beforetoggle', this.#closes, { signal })
    form.addEventListener('toggle', this.#toggled, { signal })
    form.addEventListener('keydown', this.#pressed, { signal })
    form.addEventListener('input', this.#typed, { signal })
    form.addEventListener('change', this.#chosen, { signal })
    this.#remove?.addEventListener('click', this.#removed, { signal })
    addEventListener('pagehide', this.leave, { signal })
    document.addEventListener('turbo:before-visit', this.#visited, { signal })
    document.addEventListener('turbo:before-cache', this.leave, { signal })
  }

  disconnect(): void {
    this.leave()
    this.#listeners.abort()
  }

  /** Opens the box with the draft for this passage, or else with the stored note, and focuses the text field. */
  open(note: EditedNote): void {
    this.leave()
    const draft = this.#drafts.find(note)
    this.#edited = note
    const quote = this.#form.querySelector('blockquote')
    if (quote) quote.textContent = note.quote
    this.#form.toggleAttribute('data-draft', draft !== undefined)
    this.#fill({ ...note, ...draft })
    if (this.#remove) this.#remove.hidden = note.annotation === undefined && draft === undefined
    if (!this.#form.matches(':popover-open')) this.#form.showPopover()
    if (note.beside) placeBox(this.#form, note.beside)
    this.#field.focus()
    this.#field.setSelectionRange(this.#field.value.length, this.#field.value.length)
  }

  #fill({ text, color = lastColor(localStorage), tags = '' }: NoteDraft): void {
    this.#field.value = text
    this.#color = color
    this.#tagsField.value = tags
  }

  /** Updates the open annotation after the user has extended or shortened its passage. */
  follow({ start, end }: TextSpan, quote: string): void {
    if (this.#edited) this.#edited = { ...this.#edited, start, end, quote }
    const shown = this.#form.querySelector('blockquote')
    if (shown) shown.textContent = quote
  }

  /** Closes the box when the user leaves the page or opens another note. A changed note is sent. */
  readonly leave = (): void => {
    const note = this.#edited
    if (note && this.#isChanged(note))
      void this.send({ ...note, text: this.#text, color: this.#color, tags: this.#tags }, true)
    this.#close()
  }

  /** Closes the box when Turbo visits another page. A refresh of the same page leaves it open. */
  readonly #visited = ({ detail }: CustomEvent<{ readonly url: string }>): void => {
    if (detail.url !== location.href) this.leave()
  }

  /** Sends a note. It remains a draft until the server has stored it. */
  async send(note: NoteDraft, isLeaving = false): Promise<void> {
    const { annotation, start, end, quote, text, color = lastColor(localStorage), tags } = note
    const passage = { ...(annotation !== undefined && { annotation }), start, end, quote }
    const draft = { ...passage, text, color, ...(tags !== undefined && { tags }) }
    this.#drafts.keep({ ...draft, isDue: true })
    this.#events.changed()
    const outcome = await this.#deliver(draft, isLeaving)
    if (outcome !== 'sent') showToast(this.#form.dataset[TOASTS[outcome]] ?? '')
  }

  /** Sends the finished notes that are still drafts, except the one in the open box. */
  async sendDue(): Promise<void> {
    for (const draft of this.#drafts.list()) {
      const name = draftKey(draft)
      const isOpen = this.#edited !== undefined && draftKey(this.#edited) === name
      if (!draft.isDue || isOpen || this.#inFlight.has(name)) continue
      if (['failed', 'signedOut'].includes(await this.#deliver(draft, false))) return
    }
  }

  async #deliver(draft: NoteDraft, isLeaving: boolean): Promise<SendOutcome> {
    const { annotation, start, end, quote, text, color = lastColor(localStorage), tags } = draft
    const { token, entry } = this
    const passage = { start: String(start), end: String(end), quote }
    const note = { token, text, color, ...(tags !== undefined && { tags }) }
    const name = draftKey(draft)
    this.#inFlight.add(name)
    const request = () => {
      // The passage may have been highlighted before, or by the change that was answered last.
      const known = annotation ?? (text === '' ? undefined : highlightWithoutNote(draft))
      return known === undefined
        ? { path: `/view/${entry}/annotations`, fields: { ...note, ...passage }, entry }
        : { path: `/annotations/${known}/note`, fields: note, entry }
    }
    const outcome = await sendAnnotation(request, isLeaving)
    this.#inFlight.delete(name)
    // If the user has changed the text or the tags since the request started, they remain a draft.
    const kept = this.#drafts.find(draft)
    const isSame = kept?.text === text && kept.tags === tags
    if (outcome === 'sent' && isSame) this.#drafts.drop(draft)
    if (outcome === 'refused' && isSame) this.#drafts.keep({ ...draft, isDue: false })
    this.#events.changed()
    return outcome
  }

  get entry(): string {
    return this.#form.dataset['entry'] ?? ''
  }

  get token(): string {
    return this.#form.querySelector<HTMLInputElement>('[name=token]')?.value ?? ''
  }

  get #field(): HTMLTextAreaElement {
    return this.#form.querySelector('textarea')!
  }

  get #remove(): HTMLButtonElement | null {
    return this.#form.querySelector('.button-danger')
  }

  get #text(): string {
    return this.#field.value.trim()
  }

  get #tagsField(): HTMLInputElement {
    return this.#form.querySelector<HTMLInputElement>('[name=tags]')!
  }

  get #tags(): string {
    return this.#tagsField.value.trim()
  }

  get #color(): string {
    return this.#form.querySelector<HTMLInputElement>('[name=color]:checked')?.value ?? lastColor(localStorage)
  }

  set #color(name: string) {
    for (const one of this.#form.querySelectorAll<HTMLInputElement>('[name=color]')) one.checked = one.value === name
  }

  /**
   * @returns whether the box contains unsaved changes. If the annotation is new, a different colour alone does not
   *   count as a change.
   */
  #isChanged({ annotation, text, color, tags = '' }: EditedNote): boolean {
    return this.#text !== text || this.#tags !== tags || (annotation !== undefined && this.#color !== color)
  }

  readonly #chosen = (): void => rememberColor(localStorage, this.#color)

  #close(): void {
    this.#edited = undefined
    if (this.#form.matches(':popover-open')) this.#form.hidePopover()
  }

  readonly #submitted = (event: Event): void => {
    event.preventDefault()
    const note = this.#edited
    if (!note) return
    const [text, color, tags] = [this.#text, this.#color, this.#tags]
    const isStored = note.annotation !== undefined && !this.#isChanged(note)
    this.#close()
    if (isStored) return
    void this.send({ ...note, text, color, tags })
  }

  /** Stores the draft at every keystroke. Otherwise, Escape or a crash would lose the text. */
  readonly #typed = (): void => {
    const note = this.#edited
    if (!note) return
    const { beside: _box, ...draft } = note
    if (this.#isChanged(note))
      this.#drafts.keep({ ...draft, text: this.#field.value, color: this.#color, tags: this.#tagsField.value })
    else this.#drafts.drop(note)
  }

  /**
   * Resets `#edited` as soon as the box closes, without waiting for the later `toggle` event. If the box opened again
   * before that event, `open` would send the note that the user has left with Escape, although it is still a draft.
   */
  readonly #closes = (event: Event): void => {
    if ((event as ToggleEvent).newState === 'closed') this.#edited = undefined
  }

  readonly #toggled = (event: Event): void => {
    if ((event as ToggleEvent).newState === 'closed' && !this.#form.matches(':popover-open')) this.#events.changed()
  }

  readonly #pressed = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isComposing) return
    event.preventDefault()
    this.#form.requestSubmit()
  }

  /** Deletes the annotation, or discards the draft of a new one. */
  readonly #removed = (): void => {
    const note = this.#edited
    if (!note) return
    this.#drafts.drop(note)
    this.#close()
    this.#events.changed()
    if (note.annotation === undefined) return
    void deleteHighlight(note.annotation)
  }
}

/** Places the box beside the passage. In a narrow window, the style sheet places it. */
function placeBox(form: HTMLElement, beside: DOMRect): void {
  if (!matchMedia('(width >= 56rem)').matches) return void form.style.removeProperty('inset')
  const window = { width: document.documentElement.clientWidth, height: innerHeight }
  const { top, left } = positionBeside(beside, form.getBoundingClientRect(), window, true)
  form.style.inset = `${top}px auto auto ${left}px`
}
