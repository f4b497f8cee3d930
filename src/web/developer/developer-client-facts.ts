import { html } from '../../kernel/html.ts'
import type { Child, Html } from '../../kernel/html.ts'
import { copyableText } from '../layout/copyable-text.ts'
import type { Localization } from '../layout/localization.ts'

/** A value of a client that the user pastes into an app. */
interface ClientFact {
  readonly label: string
  readonly value: string
  readonly isCopied: boolean
}

/**
 * @param more further items of the list. Apps ignore them, because their markup differs.
 * @returns the list of a client's values. Apps read each value as the only content of `strong > code` (wallabag
 *   contract, section 10).
 */
export function clientFacts(facts: readonly ClientFact[], t: Localization['t'], more?: Child): Html {
  return html`
    <dl class="facts">
      ${facts.map(
        ({ label, value, isCopied }) => html`
          <dt>${label}</dt>
          <dd><strong><code>${value}</code></strong> ${isCopied && copyableText('', t, value)}</dd>
        `,
      )}
      ${more}
    </dl>
  `
}
