import { html } from '../kernel/html.ts'
import type { Child, Html } from '../kernel/html.ts'
import type { StoredIgnoreOriginRule } from '../rules/ignore-origin-rule.repository.ts'
import type { TaggingRule } from '../rules/tagging-rule.ts'
import type { UserConfig } from '../users/user-config.ts'
import { formField, type FormField } from './form-field.ts'
import { layout } from './layout.ts'
import type { PageFrame } from './layout.ts'
import { LANGUAGES } from './words.ts'

export interface ConfigView {
  readonly frame: PageFrame
  readonly csrfToken: string
  readonly user: { readonly name: string; readonly email: string }
  readonly config: UserConfig
  /** addresses of the feeds; none until the user has made a token */
  readonly feeds: readonly string[]
  readonly rules: readonly TaggingRule[]
  /** the rule that is being changed */
  readonly edited?: TaggingRule
  readonly ignoreOriginRules: readonly StoredIgnoreOriginRule[]
  /** what was typed and refused, by the name of its field */
  readonly given: ReadonlyMap<string, string>
  /** what is wrong, by the name of its field */
  readonly errors: ReadonlyMap<string, string>
}

/** @returns the settings, with the fields named as wallabag's are (contract, section 10) */
export function configPage(view: ConfigView): Html {
  const { t } = view.frame.words
  const main = html`<h1>${t('config.title')}</h1>
${section(view, 'config', t('config.reading'), readingFields(view))}
${section(view, 'update_user', t('config.account'), [text(view, 'update_user[name]', t('config.name'), { value: view.user.name, autocomplete: 'name' }), text(view, 'update_user[email]', t('config.email'), { type: 'email', value: view.user.email, autocomplete: 'email' })])}
${section(view, 'change_passwd', t('config.password'), passwordFields(view))}
${feeds(view)}
${rules(view)}
${ignoreOriginRules(view)}`
  return layout({ frame: view.frame, title: t('config.title'), kind: 'lists', current: 'config', main })
}

function section({ csrfToken, frame }: ConfigView, name: string, title: string, fields: Child): Html {
  return html`<section id="set-${name}">
<h2>${title}</h2>
<form action="/config" method="post" class="form">
<input type="hidden" name="${name}[_token]" value="${csrfToken}" />
${fields}
<button class="button" name="${name}[save]">${frame.words.t('config.save')}</button>
</form>
</section>
`
}

function text(view: ConfigView, name: string, label: string, more: Partial<FormField>): Html {
  const error = view.errors.get(name)
  const value = view.given.get(name) ?? more.value
  const id = name.replaceAll(/[[\]]+/g, '_')
  return formField({
    id,
    name,
    label,
    type: 'text',
    autocomplete: 'off',
    ...more,
    ...(value !== undefined && { value }),
    ...(error !== undefined && { error }),
  })
}

function readingFields(view: ConfigView): Child {
  const { t } = view.frame.words
  const { itemsPerPage, readingSpeed, actionMarkAsRead, language } = view.config
  return [
    text(view, 'config[items_per_page]', t('config.itemsPerPage'), { value: String(itemsPerPage) }),
    text(view, 'config[reading_speed]', t('config.readingSpeed'), { value: String(readingSpeed) }),
    choice('config[action_mark_as_read]', t('config.afterArchiving'), String(actionMarkAsRead), [
      ['0', t('config.backToList')],
      ['1', t('config.stay')],
    ]),
    choice(
      'config[language]',
      t('config.language'),
      language,
      LANGUAGES.map((tag) => [tag, t(`config.languages.${tag}`)]),
    ),
  ]
}

function choice(name: string, label: string, current: string, options: readonly (readonly [string, string])[]): Html {
  const id = name.replaceAll(/[[\]]+/g, '_')
  return html`<div class="field">
<label for="${id}">${label}</label>
<select id="${id}" name="${name}">
${options.map(([value, said]) => (value === current ? html`<option value="${value}" selected>${said}</option>` : html`<option value="${value}">${said}</option>`))}</select>
</div>`
}

function passwordFields(view: ConfigView): Child {
  const { t } = view.frame.words
  const field = (name: string, label: string, autocomplete: string) =>
    text(view, `change_passwd[${name}]`, label, { type: 'password', autocomplete, required: true })
  return [
    field('old_password', t('config.oldPassword'), 'current-password'),
    field('new_password][first', t('config.newPassword'), 'new-password'),
    field('new_password][second', t('config.newPasswordAgain'), 'new-password'),
    html`<p class="field-hint">${t('config.passwordHint')}</p>`,
  ]
}

function feeds(view: ConfigView): Html {
  const { t } = view.frame.words
  const token = html`<input type="hidden" name="token" value="${view.csrfToken}" />`
  const has = view.feeds.length > 0
  return html`${section(view, 'feed_config', t('config.feeds'), text(view, 'feed_config[feed_limit]', t('config.feedLimit'), { value: String(view.config.feedLimit) }))}
${has && html`<ul>${view.feeds.map((address) => html`<li><a href="${address}"><code>${address}</code></a></li>\n`)}</ul>`}
<form action="/generate-token" method="post">${token}<button class="button-quiet">${has ? t('config.renewToken') : t('config.makeToken')}</button></form>
${has && html`<form action="/revoke-token" method="post">${token}<button class="button-quiet button-danger">${t('config.revokeToken')}</button></form>`}`
}

function rules(view: ConfigView): Html {
  const { t } = view.frame.words
  const { edited } = view
  const id = edited && html`<input type="hidden" name="tagging_rule[id]" value="${edited.id}" />`
  return html`${section(view, 'tagging_rule', t('config.rules'), [id, text(view, 'tagging_rule[rule]', t('config.rule'), { hint: t('config.ruleHint'), value: edited?.rule ?? '', required: true }), text(view, 'tagging_rule[tags]', t('config.ruleTags'), { value: edited?.tags.join(', ') ?? '', required: true })])}
<ul>${view.rules.map((rule) => ruleItem(view, rule))}</ul>
${view.rules.length > 0 && html`<form action="/tagging-rule/apply" method="post"><input type="hidden" name="token" value="${view.csrfToken}" /><button class="button-quiet">${t('config.applyRules')}</button></form>`}
<p><a href="/tagging-rule/export">${t('config.exportRules')}</a></p>
<form action="/config" method="post" enctype="multipart/form-data" class="form">
<input type="hidden" name="upload_tagging_rule_file[_token]" value="${view.csrfToken}" />
<div class="field">
<label for="upload_tagging_rule_file_file">${t('config.ruleFile')}</label>
<input id="upload_tagging_rule_file_file" name="upload_tagging_rule_file[file]" type="file" required>
${view.errors.has('upload_tagging_rule_file[file]') && html`<p class="field-error">${view.errors.get('upload_tagging_rule_file[file]')}</p>`}
</div>
<button class="button-quiet">${t('config.importRules')}</button>
</form>`
}

function ruleItem({ csrfToken, frame: { words } }: ConfigView, { id, rule, tags }: TaggingRule): Html {
  const { t } = words
  return html`<li><code>${rule}</code> → <bdi>${tags.join(', ')}</bdi>
<a href="/config?tagging-rule=${id}">${t('config.editRule')}<span class="unseen">: ${rule}</span></a>
<form action="/tagging-rule/delete/${id}" method="post"><input type="hidden" name="token" value="${csrfToken}" /><button class="button-quiet button-danger">${t('config.deleteRule')}<span class="unseen">: ${rule}</span></button></form></li>
`
}

function ignoreOriginRules(view: ConfigView): Html {
  const { t } = view.frame.words
  return html`${section(view, 'ignore_origin_user_rule', t('config.ignoreOriginRules'), text(view, 'ignore_origin_user_rule[rule]', t('config.rule'), { hint: t('config.ignoreOriginHint'), required: true }))}
<ul>${view.ignoreOriginRules.map((rule) => ignoreOriginItem(view, rule))}</ul>`
}

function ignoreOriginItem({ csrfToken, frame: { words } }: ConfigView, { id, rule }: StoredIgnoreOriginRule): Html {
  const { t } = words
  return html`<li><code>${rule}</code>
<form action="/ignore-origin-user-rule/delete/${id}" method="post"><input type="hidden" name="token" value="${csrfToken}" /><button class="button-quiet button-danger">${t('config.deleteRule')}<span class="unseen">: ${rule}</span></button></form></li>
`
}
