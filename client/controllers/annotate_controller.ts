import { Controller } from '@hotwired/stimulus'
import { placeBeside } from '../models/place-beside.ts'
import { spanOf } from '../models/text-offsets.ts'

/** A selection is finished after this time without a change, in milliseconds. */
const PAUSE = 150
/** Maximum length of a quote; the server refuses longer ones. */
const MAX_QUOTE = 10_000

/** Shows a small bar beside selected text. It never changes the selection or the focus. */
export class AnnotateController extends Controller<HTMLElement> {
  #timer = 0
  #isTouch = false

  override connect(): void {
    document.addEventListener('selectionchange', this.#changed)
    document.addEventListener('pointerdown', this.#pressed)
    document.addEventListener('turbo:before-cache', this.#hide)
    addEventListener('scroll', this.#changed, { passive: true })
    this.#bar?.addEventListener('pointerdown', keepSelection)
    this.#bar?.addEventListener('turbo:submit-end', this.#done)
    // Text may have been selected before this was loaded.
    this.#changed()
  }

  override disconnect(): void {
    clearTimeout(this.#timer)
    document.removeEventListener('selectionchange', this.#changed)
    document.removeEventListener('pointerdown', this.#pressed)
    document.removeEventListener('turbo:before-cache', this.#hide)
    removeEventListener('scroll', this.#changed)
    this.#bar?.removeEventListener('pointerdown', keepSelection)
    this.#bar?.removeEventListener('turbo:submit-end', this.#done)
  }

  get #bar(): HTMLFormElement | null {
    return document.querySelector<HTMLFormElement>('#annotate-bar')
  }

  readonly #pressed = ({ pointerType }: PointerEvent): void => {
    this.#isTouch = pointerType === 'touch'
  }

  readonly #changed = (): void => {
    clearTimeout(this.#timer)
    this.#timer = window.setTimeout(this.#look, PAUSE)
  }

  readonly #look = (): void => {
    const range = this.#selected()
    const span = range && spanOf(this.#text, range)
    if (!range || !span || range.toString().trim() === '' || span.end - span.start > MAX_QUOTE) return this.#hide()
    this.#fill({ start: span.start, end: span.end, quote: range.toString() })
    this.#show(range)
  }

  get #text(): Element {
    return this.element.querySelector('.prose') ?? this.element
  }

  #selected(): Range | undefined {
    const selection = getSelection()
    return selection && !selection.isCollapsed && selection.rangeCount > 0 ? selection.getRangeAt(0) : undefined
  }

  #fill(values: Readonly<Record<'start' | 'end' | 'quote', string | number>>): void {
    for (const [name, value] of Object.entries(values)) {
      const field = this.#bar?.elements.namedItem(name)
      if (field instanceof HTMLInputElement) field.value = String(value)
    }
  }

  #show(range: Range): void {
    const bar = this.#bar
    if (!bar) return
    this.#enable(true)
    const window = { width: document.documentElement.clientWidth, height: innerHeight }
    const { top, left } = placeBeside(range.getBoundingClientRect(), bar.getBoundingClientRect(), window, this.#isTouch)
    bar.style.top = `${top}px`
    bar.style.left = `${left}px`
  }

  readonly #hide = (): void => {
    this.#enable(false)
  }

  /** Hidden buttons must not react to keys either. */
  #enable(isShown: boolean): void {
    if (!this.#bar) return
    this.#bar.hidden = !isShown
    for (const button of this.#bar.querySelectorAll('button')) button.disabled = !isShown
  }

  readonly #done = (): void => {
    getSelection()?.removeAllRanges()
    this.#hide()
  }
}

function keepSelection(event: Event): void {
  event.preventDefault()
}
