import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import { ADDRESS_SECRETS, type AddressSecret } from '../../entries/renew-address-secrets.ts'
import type { StoredIgnoreOriginRule } from '../../rules/ignore-origin-rule.repository.ts'
import type { MailAddress } from '../../mail/mail-address.ts'
import type { TaggingRule } from '../../rules/tagging-rule.ts'
import type { UserConfig } from '../../users/user-config.ts'
import { RENEWAL_CHOICE, renewalField } from './save-config-form.ts'
import { configForm, SAVE_ON_CHANGE } from './config-form.ts'
import { configTextField, type ConfigFormState } from './config-text-field.ts'
import { selectField, type SelectOption } from '../forms/select-field.ts'
import type { PageFrame } from '../layout/layout.ts'
import { limitsSection, type Limits } from './limits-section.ts'
import { collapsibleSection } from './collapsible-section.ts'
import { settingsLayout, settingsSection } from './settings-layout.ts'
import type { TrialView } from './rule-trial-result.ts'
import { LANGUAGES } from '../../kernel/languages.ts'

export interface ConfigView extends ConfigFormState {
  readonly frame: PageFrame
  readonly csrfToken: string
  readonly user: { readonly name: string; readonly email: string }
  readonly config: UserConfig
  /** absent if no administrator has set limits for the user */
  readonly limits?: Limits
  /** the lists with a feed, and their addresses; without addresses until the user creates a feed token */
  readonly feeds: readonly { readonly list: FeedList; readonly address?: string }[]
  readonly rules: readonly TaggingRule[]
  /** confirmed e-mail addresses that rules can send to */
  readonly addresses: readonly MailAddress[]
  /** the tagging rule that the form changes; absent for a new rule */
  readonly edited?: TaggingRule
  /** true if the form for a new password is open when the page opens */
  readonly isPasswordOpen: boolean
  /** result of testing the rule in the form: the entries that it would tag */
  readonly trial?: TrialView
  readonly ignoreOriginRules: readonly StoredIgnoreOriginRule[]
}

/** A list with a feed, whose name is the last part of the feed's path. */
export type FeedList = 'unread' | 'starred' | 'archive' | 'all' | 'review'

/** @returns the settings page of the account. Its field names are those of wallabag (wallabag contract, section 10). */
export function configPage(view: ConfigView): Html {
  const { frame } = view
  const { t } = frame.words
  const main = [
    accountSection(view),
    view.limits && limitsSection(view.limits, t),
    listsSection(view),
    passwordSection(view),
    movedSections(view),
  ]
  return settingsLayout({ frame, title: t('settings.places.account'), lead: t('config.lead'), page: 'account', main })
}

/**
 * @returns links to the pages of the sections that were on this page. Their ids are those of the sections, so that
 *   bookmarks such as `/config#set-feed_config` lead to the links. Only the link that the address names is visible.
 */
function movedSections({ frame: { words } }: ConfigView): Html {
  const { t } = words
  return html`
    <ul class="rows moved">
      <li class="row" id="set-feed_config"><a href="/config/feeds">${t('config.feeds')}</a></li>
      <li class="row" id="set-tagging_rule"><a href="/config/rules">${t('config.rules')}</a></li>
      <li class="row" id="set-ignore_origin_user_rule">
        <a href="/config/rules#set-ignore_origin_user_rule">${t('config.ignoreOriginRules')}</a>
      </li>
    </ul>
  `
}

function accountSection(view: ConfigView): Html {
  const { t } = view.frame.words
  const fields = [
    configTextField(view, 'update_user[name]', t('config.name'), { value: view.user.name, autocomplete: 'name' }),
    configTextField(view, 'update_user[email]', t('config.email'), {
      type: 'email',
      value: view.user.email,
      autocomplete: 'email',
    }),
  ]
  const body = configForm(view, 'update_user', fields)
  return settingsSection({ id: 'set-update_user', title: t('config.account'), lead: t('config.accountLead'), body })
}

function listsSection(view: ConfigView): Html {
  const { t } = view.frame.words
  return settingsSection({
    id: 'set-config',
    title: t('config.reading'),
    lead: t('config.readingLead'),
    body: listsForm(view),
  })
}

/** Id of the form for the language, reading speed and lists. */
export const LISTS_FORM = 'lists-form'

/** @returns the form for the language, reading speed and lists. A script saves each change; the button is for browsers without. */
export function listsForm(view: ConfigView): Html {
  const { t } = view.frame.words
  const { itemsPerPage, readingSpeed, actionMarkAsRead } = view.config
  const fields = [
    choice(view, [
      'config[language]',
      t('config.language'),
      // Preselects the language of the page, which is the browser's preferred language until the user chooses one.
      view.frame.words.language,
      LANGUAGES.map((tag) => [tag, t(`config.languages.${tag}`)]),
    ]),
    configTextField(view, 'config[reading_speed]', t('config.readingSpeed'), { value: String(readingSpeed) }),
    configTextField(view, 'config[items_per_page]', t('config.itemsPerPage'), { value: String(itemsPerPage) }),
    choice(view, [
      'config[action_mark_as_read]',
      t('config.afterArchiving'),
      String(actionMarkAsRead),
      [
        ['0', t('config.backToList')],
        ['1', t('config.stay')],
      ],
    ]),
  ]
  return html`
    <form
      id="${LISTS_FORM}"
      action="/config"
      method="post"
      class="form form-pairs"
      data-controller="save-on-change"
      data-action="${SAVE_ON_CHANGE}"
      data-save-on-change-saved-value="${t('config.saved')}"
      data-save-on-change-failed-value="${t('reading.notSaved')}"
    >
      <input type="hidden" name="config[_token]" value="${view.csrfToken}" />
      ${fields}
      <button class="button button-plain" name="config[save]" data-save-on-change-target="button">
        ${t('config.save')}
      </button>
    </form>
  `
}

type Choice = readonly [name: string, label: string, value: string, options: readonly SelectOption[]]

function choice({ given }: ConfigView, [name, label, value, options]: Choice): Html {
  const id = name.replaceAll(/[[\]]+/g, '_')
  return selectField({ id, name, label, value: given.get(name) ?? value, options })
}

function passwordSection(view: ConfigView): Html {
  const { t } = view.frame.words
  const field = (name: string, label: string, autocomplete: string) =>
    configTextField(view, `change_passwd[${name}]`, label, { type: 'password', autocomplete, required: true })
  const fields = [
    view.frame.viewer?.hasNoPassword
      ? html`<p class="field-hint">${t('security.proof.noPassword')}</p>`
      : field('old_password', t('config.oldPassword'), 'current-password'),
    field('new_password][first', t('config.newPassword'), 'new-password'),
    field('new_password][second', t('config.newPasswordAgain'), 'new-password'),
  ]
  const form = configForm(view, 'change_passwd', [...fields, renewalChoice(view)])
  const isRefused = [...view.errors.keys()].some((name) => name.startsWith('change_passwd'))
  const body = collapsibleSection(t('security.password.change'), form, isRefused || view.isPasswordOpen)
  return settingsSection({ id: 'set-change_passwd', title: t('config.password'), lead: t('config.passwordHint'), body })
}

/** @returns the check boxes for the secrets that a new password also renews. All are ticked at first. */
function renewalChoice({ frame, given }: ConfigView): Html {
  const { t } = frame.words
  const isTicked = (secret: AddressSecret) => !given.has(RENEWAL_CHOICE) || given.has(renewalField(secret))
  const box = (secret: AddressSecret) =>
    html`
      <label class="choice">
        <input type="checkbox" name="${renewalField(secret)}" value="1" ?checked="${isTicked(secret)}">
        <span>${t(`config.renew.${secret}`)}</span>
      </label>
    `
  return html`
    <fieldset class="choices">
      <legend>${t('config.renew')}</legend>
      <input type="hidden" name="${RENEWAL_CHOICE}" value="1" />
      ${ADDRESS_SECRETS.map((secret) => box(secret))}
      <p class="field-hint">${t('config.renewHint')}</p>
    </fieldset>
  `
}
