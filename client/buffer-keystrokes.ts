import { session } from '@hotwired/turbo'

/** Maximum time in milliseconds to wait for the field. Afterwards, the held keys are discarded. */
const TIMEOUT_MS = 20_000

/** A field that appears some time after the user has requested it. */
interface LateField {
  /** name of the document's event after which the field can be shown */
  readonly event: string
  /** shows the field, focuses it and returns it */
  readonly show: () => Element | null
}

/** Adds to the text of the latest wait for a field. */
let append: (text: string) => void

/**
 * Holds the typed keys until a field appears, and then types them into the field. Otherwise, each letter would trigger
 * a shortcut of the page. If showing the field begins with another wait, the keys are held for that. Escape cancels.
 * Meanwhile, the bar at the top of the window shows that something is coming.
 */
export function bufferKeystrokes({ event: name, show }: LateField): void {
  const listeners = new AbortController()
  const { signal } = listeners
  const { adapter } = session
  adapter.formSubmissionStarted()
  signal.addEventListener('abort', () => adapter.formSubmissionFinished())
  let text = ''
  const add = (more: string): void => {
    text += more
  }
  append = add
  const hold = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (event.key === 'Escape') listeners.abort()
    if (event.key === 'Backspace') text = text.slice(0, -1)
    else text += event.key === 'Enter' ? '\n' : event.key.length === 1 ? event.key : ''
  }
  const finish = () => {
    listeners.abort()
    const field = show()
    if (append === add) type(field, text)
    else append(text)
  }
  addEventListener('keydown', hold, { capture: true, signal })
  document.addEventListener(name, finish, { signal })
  document.addEventListener('turbo:fetch-request-error', () => listeners.abort(), { signal })
  setTimeout(() => listeners.abort(), TIMEOUT_MS)
}

/** Types a text at the caret. In a field with a single line, a line break presses the first button of its
 * form, as Enter does. */
function type(field: Element | null, text: string): void {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) || text === '') return
  const isLine = field instanceof HTMLInputElement
  const typed = isLine ? text.split('\n', 1)[0]! : text
  field.setRangeText(typed, field.selectionStart!, field.selectionEnd!, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
  if (typed === text) return
  const button = field.form?.querySelector<HTMLElement>('button:not([type=button])')
  if (button) button.click()
  else field.form?.requestSubmit()
}
