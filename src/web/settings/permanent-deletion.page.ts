import { html } from '../../kernel/html.ts'
import type { Child, Html } from '../../kernel/html.ts'
import type { BulkDeletionKind, LibraryCounts } from '../../entries/deleting/enqueue-bulk-deletion.ts'
import type { CountedTag } from '../../tags/list-tags.ts'
import { icon } from '../layout/icon.ts'
import type { PageFrame } from '../layout/layout.ts'
import { reauthenticationForm, type ReauthenticationError } from '../security/reauthentication-form.ts'
import { collapsibleSection } from './collapsible-section.ts'
import { settingsLayout, settingsSection } from './settings-layout.ts'

export interface PermanentDeletionView {
  readonly frame: PageFrame
  readonly csrfToken: string
  readonly counts: LibraryCounts
  readonly tags: readonly CountedTag[]
  /** true if the viewer is the only administrator and therefore cannot delete the account */
  readonly isLastAdministrator: boolean
  readonly refused?: ReauthenticationError
  /** id of the tag that the refused form named */
  readonly chosenTag?: string
}

const KINDS: readonly (readonly [BulkDeletionKind, icon: string])[] = [
  ['archived', 'archive'],
  ['tagged', 'tag'],
  ['entries', 'library'],
  ['annotations', 'highlighter'],
  ['tags', 'tags'],
]

/** @returns the page with the forms for permanent deletions. Each asks for the password and shows the number of affected items. */
export function permanentDeletionPage(view: PermanentDeletionView): Html {
  const { t } = view.frame.words
  const clear = html`<ul class="rows">${KINDS.map(([kind, name]) => clearRow(view, kind, name))}</ul>`
  const main = html`
    ${settingsSection({ id: 'clear', title: t('danger.clear.title'), lead: t('danger.clear.lead'), body: clear })}
    ${accountSection(view)}
  `
  return settingsLayout({
    frame: view.frame,
    title: t('settings.places.danger'),
    lead: t('danger.lead'),
    page: 'danger',
    main,
  })
}

function clearRow(view: PermanentDeletionView, kind: BulkDeletionKind, name: string): Html {
  const { t } = view.frame.words
  const count = kind === 'tagged' ? view.tags.length : view.counts[kind]
  const countText = t(`danger.counts.${kind}`, { count })
  const body =
    count === 0
      ? html`<p class="row-name">${t(`danger.kinds.${kind}`)}</p><p class="meta">${countText}</p>`
      : clearFold(view, kind, countText)
  return html`<li class="row row-top row-danger">${icon(name)}<div class="row-text">${body}</div></li>`
}

function clearFold(view: PermanentDeletionView, kind: BulkDeletionKind, countText: string): Html {
  const { csrfToken, refused, frame } = view
  const { t } = frame.words
  const more: Child = [
    html`<input type="hidden" name="kind" value="${kind}" />`,
    kind === 'tagged'
      ? tagChoice(view)
      : html`<p class="field-error">${t(`danger.warnings.${kind}`, { count: view.counts[kind] })}</p>`,
  ]
  const submit =
    kind === 'tagged' ? t('danger.submitTagged') : t(`danger.submits.${kind}`, { count: view.counts[kind] })
  const form = {
    name: `clear-${kind}`,
    action: '/config/danger/clear',
    csrfToken,
    fields: ['password'],
    more,
    submit,
    refused,
    isDangerous: true,
  } as const
  const summary = html`<span class="row-name">${t(`danger.kinds.${kind}`)}</span><span class="meta">${countText}</span>`
  return collapsibleSection(summary, reauthenticationForm(form, frame), refused?.form === form.name)
}

function tagChoice({ tags, chosenTag, frame }: PermanentDeletionView): Html {
  const { t } = frame.words
  return html`
    <div class="field">
      <label for="clear-tag">${t('danger.tag')}</label>
      <select id="clear-tag" name="tag">
        ${tags.map(
          ({ id, label, entries }) => html`
            <option value="${id}" ?selected="${String(id) === chosenTag}">${t('danger.tagOption', { label, count: entries })}</option>
          `,
        )}
      </select>
    </div>
  `
}

function accountSection({ frame, csrfToken, counts, isLastAdministrator, refused }: PermanentDeletionView): Html {
  const { t } = frame.words
  const form = reauthenticationForm(
    {
      name: 'account',
      action: '/config/danger/account',
      csrfToken,
      fields: ['password'],
      more: html`
        <p><a href="/config/export#download">${t('danger.account.download')}</a></p>
        <p class="field-error">${t('danger.account.warning', { count: counts.entries })}</p>
      `,
      submit: t('danger.account.submit'),
      refused,
      isDangerous: true,
    },
    frame,
  )
  const body = isLastAdministrator ? html`<p>${t('danger.account.last')}</p>` : form
  return settingsSection({
    id: 'account',
    title: t('danger.account.title'),
    lead: t('danger.account.lead'),
    body,
    isDangerous: true,
  })
}
