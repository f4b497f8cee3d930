import { renderStreamMessage } from '@hotwired/turbo'

/** Turbo's instruction to refresh the page. It keeps the scroll position. */
const REFRESH = '<turbo-stream action="refresh"></turbo-stream>'
const OPEN = 'dialog[open], :popover-open'
const FIELDS = 'input:not([type=hidden], [type=checkbox], [type=radio]), textarea'

let isRefreshing = false
let isPostponed = false

/**
 * Requests the page again and replaces what has changed. Typed text is kept. If a dialog or popover is open, does that
 * when it is closed.
 */
export function refreshPage(): void {
  if (document.querySelector(OPEN)) return postpone()
  if (!isRefreshing) document.addEventListener('turbo:before-morph-element', keepTyped)
  isRefreshing = true
  addEventListener('turbo:load', stopKeeping, { once: true })
  renderStreamMessage(REFRESH)
}

function postpone(): void {
  if (isPostponed) return
  isPostponed = true
  const address = location.href
  const look = () => {
    if (document.querySelector(OPEN)) return
    isPostponed = false
    for (const type of ['toggle', 'close']) document.removeEventListener(type, look, true)
    if (address === location.href) refreshPage()
  }
  for (const type of ['toggle', 'close']) document.addEventListener(type, look, true)
}

function stopKeeping(): void {
  isRefreshing = false
  document.removeEventListener('turbo:before-morph-element', keepTyped)
}

/** Keeps a field unchanged if its text has not been sent. */
function keepTyped(event: Event): void {
  const { target } = event
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
  if (isField && target.matches(FIELDS) && target.value !== target.defaultValue) event.preventDefault()
}
