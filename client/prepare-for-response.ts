import { focusAfterBulk } from './focus-after-bulk.ts'
import { focusInvalidField } from './focus-invalid-field.ts'
import { keepScrollPosition } from './keep-scroll-position.ts'
import { keepUnsentForm } from './keep-unsent-form.ts'

// All parts of the same script, so that a form waits for one request only.
export { restoreUnsentForm, storeUnsentForm } from './keep-unsent-form.ts'

/** Prepares the page for the response to a form that is being submitted, so that focus, scroll position and text stay. */
export function prepareForResponse(form: HTMLFormElement): void {
  // A refresh of the page leaves a menu open, and could move the focus from a removed action to the one below it.
  form.closest<HTMLElement>('.more-menu:popover-open')?.hidePopover()
  focusInvalidField()
  keepUnsentForm(form)
  if (form.id === 'bulk') focusAfterBulk(form)
  if (location.hash !== '') keepScrollPosition(form)
}
