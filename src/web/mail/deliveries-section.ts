import { html, type Html } from '../../kernel/html.ts'
import type { Delivery } from '../../mail/delivery.ts'
import { dateText } from '../layout/date-text.ts'
import type { PageFrame } from '../layout/layout.ts'
import { settingsSection } from '../settings/settings-layout.ts'
import { reasonText } from './mail-reason.ts'

interface DeliveriesView {
  readonly frame: PageFrame
  readonly csrfToken: string
  readonly deliveries: readonly Delivery[]
}

/** @returns the latest deliveries with their state, and a button that repeats a failed one */
export function deliveriesSection(view: DeliveriesView): Html {
  const { frame, deliveries } = view
  const { t } = frame.words
  const body =
    deliveries.length === 0
      ? html`<p>${t('mail.deliveries.none')}</p>`
      : html`<ul class="rows">${deliveries.map((one) => deliveryRow(view, one))}</ul>`
  return settingsSection({ id: 'deliveries', title: t('mail.deliveries.title'), body })
}

function deliveryRow({ frame, csrfToken }: DeliveriesView, delivery: Delivery): Html {
  const { words } = frame
  const { t } = words
  const { id, kind, title, state, reason, detail, parts, addressName, requestedAt } = delivery
  return html`
    <li class="row row-wide">
      <div class="row-text">
        <p class="row-name" dir="auto">${title}</p>
        <p class="meta">
          <span>${t(`mail.states.${state}`)}</span>
          <span><bdi>${addressName}</bdi></span>
          <span>${t(`mail.kinds.${kind}`)}</span>
          ${parts > 1 && html`<span>${t('mail.parts', { count: parts })}</span>`}
          <span>${dateText(new Date(requestedAt), words, 'short')}</span>
        </p>
        ${reason !== null && html`<p class="field-error" dir="auto">${reasonText(reason, detail, t)}</p>`}
      </div>
      ${
        state === 'failed' &&
        html`
          <div class="row-links">
            <form action="/config/mail/deliveries/repeat" method="post">
              <input type="hidden" name="token" value="${csrfToken}" />
              <input type="hidden" name="id" value="${id}" />
              <button class="button-quiet">
                ${t('mail.deliveries.repeat')}<span class="unseen">: ${title}</span>
              </button>
            </form>
          </div>
        `
      }
    </li>
  `
}
