import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'

interface AdminButton {
  readonly action: string
  readonly csrfToken: string
  readonly label: string
  /**
   * name of the account, host or job that the button acts on. Screen readers may read the button without its table row,
   * so the name is part of its label.
   */
  readonly about: string
  /** an additional hidden form field, such as the new state */
  readonly field?: readonly [name: string, value: string]
  readonly variant?: 'quiet' | 'plain' | 'danger'
}

const BUTTON_CLASSES = {
  quiet: 'button-quiet',
  plain: 'button button-plain',
  danger: 'button-quiet button-danger',
} as const

/** @returns a form with a single button. The form sets a state, so submitting it twice is harmless. */
export function adminButton({ action, csrfToken, label, about, field, variant = 'quiet' }: AdminButton): Html {
  return html`
    <form action="${action}" method="post">
      <input type="hidden" name="token" value="${csrfToken}" />
      ${field && html`<input type="hidden" name="${field[0]}" value="${field[1]}" />`}
      <button class="${BUTTON_CLASSES[variant]}">${label}<span class="unseen">: ${about}</span></button>
    </form>
  `
}
