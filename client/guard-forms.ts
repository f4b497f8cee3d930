import { keepTypedText } from './keep-typed-text.ts'
import { keepSubmissionOrder } from './submission-order.ts'

/** Keeps typed text when the page is refreshed, and sends forms one at a time. One module, so that it is one request. */
export function guardForms(): void {
  keepSubmissionOrder()
  keepTypedText()
}
