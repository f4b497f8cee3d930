import { Controller } from '@hotwired/stimulus'

/** Milliseconds for which the button shows the confirmation. */
const SHOWN_MS = 2000

/** A button that copies a text. It is hidden without scripts. */
export class CopyController extends Controller<HTMLElement> {
  static override targets = ['button', 'label']
  static override values = { text: String, parameter: String }

  declare readonly buttonTarget: HTMLButtonElement
  declare readonly labelTarget: HTMLElement
  declare readonly textValue: string
  /** name of a parameter. If the page's address contains the parameter, the text is copied when the page opens. */
  declare readonly parameterValue: string
  #timer: ReturnType<typeof setTimeout> | undefined
  #said = ''

  override connect(): void {
    this.#said = this.labelTarget.textContent ?? ''
    this.buttonTarget.hidden = false
    if (new URLSearchParams(location.search).has(this.parameterValue)) void this.#copyAtOnce()
  }

  override disconnect(): void {
    clearTimeout(this.#timer)
    this.#say(this.#said, false)
    this.buttonTarget.hidden = true
  }

  /**
   * Copies the text when the page opens. Browsers allow that only shortly after a click. If the browser refuses, the
   * user can press the button.
   */
  async #copyAtOnce(): Promise<void> {
    const address = new URL(location.href)
    address.searchParams.delete(this.parameterValue)
    history.replaceState(history.state, '', address)
    if (await copyText(this.textValue)) this.#report('done')
  }

  async copy(): Promise<void> {
    this.#report((await copyText(this.textValue)) ? 'done' : 'failed')
  }

  /** Shows for a moment whether the text was copied. */
  #report(outcome: 'done' | 'failed'): void {
    this.#say(this.labelTarget.dataset[outcome] ?? '', true)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#say(this.#said, false), SHOWN_MS)
  }

  /** Sets the label of the button. Usually, the label is only for screen readers; after a copy, it is visible. */
  #say(text: string, isSeen: boolean): void {
    this.labelTarget.textContent = text
    this.labelTarget.classList.toggle('unseen', !isSeen)
  }
}

/** Copies a text to the clipboard. @returns whether it was copied */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copySelected(text)
  }
}

/** Copies a text by selecting it. Unlike the Clipboard API, this needs neither a permission nor TLS. */
function copySelected(text: string): boolean {
  const focused = document.activeElement
  const field = Object.assign(document.createElement('textarea'), { value: text, readOnly: true, className: 'unseen' })
  document.body.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  return isCopied
}
