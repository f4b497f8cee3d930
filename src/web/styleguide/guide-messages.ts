import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import { icon } from '../layout/icon.ts'
import { toast } from '../layout/turbo-stream.ts'
import { tagList } from '../cards/tag-list.ts'
import type { Localization } from '../layout/localization.ts'
import { GUIDE_TOKEN } from './guide-controls.ts'

type T = Localization['t']

/** @returns samples of the messages that pages show: after an action, about an error, and over the page */
export function messages(t: T): Html {
  const undo = html`
    <form action="/styleguide" method="post">
      <input type="hidden" name="token" value="${GUIDE_TOKEN}" />
      <button>${t('annotations.undo')}</button>
    </form>
  `
  return html`
    <p class="notice" role="status">${t('styleguide.sample.sentence')}</p>
    <p class="form-error">${t('styleguide.sample.error')}</p>
    <p class="field-error">${t('styleguide.sample.error')}</p>
    <div class="guide-line">
      ${toast(t('styleguide.sample.button'))}
      ${toast(t('annotations.done.deleted'), undo)}
    </div>
  `
}

/** @returns sample rows with badges and links */
export function rows(t: T): Html {
  const title = t('styleguide.sample.title')
  const badges = html`
    <span class="badge">${t('styleguide.sample.badge')}</span>
    <span class="badge badge-calm">${t('styleguide.sample.badge')}</span>
    <span class="badge badge-danger">${t('styleguide.sample.badge')}</span>
  `
  return html`
    <ul class="rows">
      <li class="row">
        ${icon('monitor')}
        <div class="row-text">
          <p class="row-name">${title}</p>
          <p class="meta">
            <span>${t('styleguide.sample.tag')}</span>
            <span>${t('styleguide.sample.otherTag')}</span>
          </p>
        </div>
        <div class="badges">${badges}</div>
      </li>
      <li class="row row-wide">
        ${icon('file-text')}
        <div class="row-text"><p class="row-name">${t('styleguide.sample.longWord')}</p></div>
        <div class="row-links">
          <button class="button-quiet" type="button">${t('styleguide.sample.button')}</button>
          <button class="button-quiet button-danger" type="button">${t('styleguide.sample.button')}</button>
        </div>
      </li>
    </ul>
    ${tagList([t('styleguide.sample.tag'), t('styleguide.sample.otherTag'), t('styleguide.sample.longWord')], t)}
  `
}

/** @returns samples of progress bars */
export function progress(t: T): Html {
  return html`
    <div class="guide-progress">
      ${[0, 40, 100].map(
        (percent) => html`
          <progress
            class="card-progress"
            max="100"
            value="${percent}"
            aria-label="${t('card.progress', { percent })}"
          ></progress>
          <progress class="gauge" max="100" value="${percent}" aria-label="${t('card.progress', { percent })}"></progress>
        `,
      )}
    </div>
  `
}

/** @returns a link that opens the help dialog */
export function dialogs(t: T): Html {
  return html`<p>${t('styleguide.dialog')} <a href="/help/keys">${t('keys.title')}</a></p>`
}
