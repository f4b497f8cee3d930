import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import type { RuleTrial } from '../../entries/tagging-rules/try-tagging-rule.ts'
import type { Localization } from '../layout/localization.ts'

export type TrialView = RuleTrial

/** @returns the result of testing a rule: the number of entries that it would tag, and the titles of the newest ones */
export function ruleTrialResult({ matches, examined, looseNots, entries }: TrialView, t: Localization['t']): Html {
  return html`
    <div class="rule-trial" role="status">
      <p class="row-name">${t('rules.trial', { matches, examined })}</p>
      ${looseNots.length > 0 && html`<p class="field-error">${t('rules.looseNot')}</p>`}
      ${
        entries.length > 0 &&
        html`<ul>${entries.map(({ id, title }) => html`<li><a href="/view/${id}" dir="auto">${title}</a></li>`)}</ul>`
      }
    </div>
  `
}
