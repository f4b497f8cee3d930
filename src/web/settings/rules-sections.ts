import { html } from '../../kernel/html.ts'
import type { Child, Html } from '../../kernel/html.ts'
import type { StoredIgnoreOriginRule } from '../../rules/ignore-origin-rule.repository.ts'
import type { MailAddress } from '../../mail/mail-address.ts'
import type { RuleLanguage, TaggingRule } from '../../rules/tagging-rule.ts'
import { configTextField, type ConfigFormState } from './config-text-field.ts'
import type { PageFrame } from '../layout/layout.ts'
import type { Localization } from '../layout/localization.ts'
import { collapsibleSection } from './collapsible-section.ts'
import { radioGroup } from './radio-group.ts'
import { ruleTrialResult, type TrialView } from './rule-trial-result.ts'
import { settingsSection } from './settings-layout.ts'

interface RulesView extends ConfigFormState {
  readonly frame: PageFrame
  readonly csrfToken: string
  readonly rules: readonly TaggingRule[]
  /** confirmed e-mail addresses that rules can send to */
  readonly addresses: readonly MailAddress[]
  readonly edited?: TaggingRule
  readonly trial?: TrialView
  readonly ignoreOriginRules: readonly StoredIgnoreOriginRule[]
}

/**
 * @returns the part of the page for tagging rules: their list, a form that adds, changes or tests a rule, and
 *   the upload and download of rules files
 */
export function rulesSection(view: RulesView): Html {
  const { t } = view.frame.words
  const { rules, csrfToken } = view
  const apply = html`
    <form action="/tagging-rule/apply" method="post">
      <input type="hidden" name="token" value="${csrfToken}" />
      <button class="button-quiet">${t('config.applyRules')}</button>
    </form>
  `
  const list = html`
    <ul class="rows">${rules.map((rule) => ruleItem(view, rule))}</ul>
    <div class="form-buttons">${apply}${downloads(view)}</div>
  `
  const body = html`${rules.length > 0 && list}${ruleForm(view)}${fileFold(view)}`
  return settingsSection({ id: 'set-tagging_rule', title: t('config.rules'), lead: t('rules.lead'), body })
}

const link = (path: string, text: string): Html =>
  html`<a class="button-quiet" href="${path}" data-turbo="false">${text}</a>`

/** @returns the links that download the rules as files. The file for wallabag omits rules that are queries. */
function downloads({ rules, frame: { words } }: RulesView): Html {
  const forWallabag = '/tagging-rule/export'
  if (!rules.some(({ language }) => language === 'query')) return link(forWallabag, words.t('config.exportRules'))
  const all = link(`${forWallabag}?queries=1`, words.t('config.exportRules'))
  return html`${all}${link(forWallabag, words.t('rules.exportForWallabag'))}`
}

/**
 * @returns the choice of a rule's language: a query, or wallabag's rule language. A new rule by default uses the
 *   language of the newest rule.
 */
function languageChoice({ given, edited, rules, frame: { words } }: RulesView): Html {
  const name = 'tagging_rule[language]'
  return radioGroup({
    name,
    legend: words.t('rules.language'),
    options: FORM_LANGUAGES.map((language) => ({ value: language, label: words.t(`rules.languages.${language}`) })),
    current: given.get(name) ?? edited?.language ?? rules.at(-1)?.language ?? FORM_LANGUAGES[0],
  })
}

/** The languages of rules, in the order of the form. The first one is the default if there is no rule yet. */
const FORM_LANGUAGES = ['query', 'wallabag'] as const satisfies readonly RuleLanguage[]

/** @returns the choice of an e-mail address to which new matches are sent; nothing if there is no address */
function addressChoice({ given, edited, addresses, frame: { words } }: RulesView): Child {
  if (addresses.length === 0) return null
  const name = 'tagging_rule[send_to]'
  const current = given.get(name) ?? String(edited?.sendTo ?? '')
  return html`
    <div class="field">
      <label for="rule-send-to">${words.t('rules.sendTo')}</label>
      <select id="rule-send-to" name="${name}">
        <option value="">${words.t('rules.sendToNone')}</option>
        ${addresses.map(
          ({ id, name: shown }) => html`<option value="${id}" ?selected="${String(id) === current}">${shown}</option>`,
        )}
      </select>
    </div>
  `
}

/** Id of the form that adds, changes or tests a tagging rule. */
export const RULE_FORM = 'rule-form'

/** @returns the form that adds, changes or tests a tagging rule */
export function ruleForm(view: RulesView): Html {
  const { t } = view.frame.words
  const { edited, trial } = view
  return html`
    <form id="${RULE_FORM}" action="/config" method="post" class="form">
      <input type="hidden" name="tagging_rule[_token]" value="${view.csrfToken}" />
      ${edited && html`<input type="hidden" name="tagging_rule[id]" value="${edited.id}" />`}
      ${configTextField(view, 'tagging_rule[rule]', t('config.rule'), {
        hint: t('config.ruleHint'),
        value: edited?.rule ?? '',
        required: true,
      })}
      ${languageChoice(view)}
      ${configTextField(view, 'tagging_rule[tags]', t('config.ruleTags'), {
        value: edited?.tags.join(', ') ?? '',
        required: true,
      })}
      ${addressChoice(view)}
      <div class="trial-place">${trial && ruleTrialResult(trial, t)}</div>
      <p class="form-buttons">
        <button class="button" name="tagging_rule[save]">${edited ? t('config.save') : t('rules.add')}</button>
        <button
          class="button-quiet"
          name="tagging_rule[try]"
          value="1"
          formaction="/tagging-rule/try"
          formnovalidate
        >
          ${t('rules.try')}
        </button>
        ${edited && html`<a class="button-quiet" href="/config/rules">${t('rules.cancel')}</a>`}
      </p>
    </form>
  `
}

function fileFold({
  csrfToken,
  errors,
  frame: {
    words: { t },
  },
}: RulesView): Html {
  const error = errors.get('upload_tagging_rule_file[file]')
  const form = html`
    <form action="/config" method="post" enctype="multipart/form-data" class="form">
      <input type="hidden" name="upload_tagging_rule_file[_token]" value="${csrfToken}" />
      <div class="field">
        <label for="upload_tagging_rule_file_file">${t('config.ruleFile')}</label>
        <input id="upload_tagging_rule_file_file" name="upload_tagging_rule_file[file]" type="file" required>
        ${error && html`<p class="field-error">${error}</p>`}
      </div>
      <button class="button button-plain">${t('config.importRules')}</button>
    </form>
  `
  return collapsibleSection(t('config.importRules'), form, error !== undefined)
}

function ruleItem({ csrfToken, addresses, frame: { words } }: RulesView, given: TaggingRule): Html {
  const { t } = words
  const { id, rule, language, tags, sendTo } = given
  const address = addresses.find((one) => one.id === sendTo)
  const edit = html`
    <a class="button-quiet" href="/config/rules?tagging-rule=${id}#rule-form">
      ${t('config.editRule')}
      <span class="unseen">: ${rule}</span>
    </a>
  `
  const text = html`
    <p><code>${rule}</code></p>
    <p class="meta">
      <span>${t(`rules.languages.${language}`)}</span>
      <span><bdi>${tags.join(', ')}</bdi></span>
      ${address && html`<span>${t('rules.sends', { name: address.name })}</span>`}
    </p>
  `
  return ruleRow(text, [edit, deletion(`/tagging-rule/delete/${id}`, rule, csrfToken, t)])
}

/**
 * @returns the part of the page for ignore-origin rules. If an address matches such a rule, it is not stored
 *   as the origin of an entry.
 */
export function ignoreOriginSection(view: RulesView): Html {
  const { t } = view.frame.words
  const { ignoreOriginRules, csrfToken } = view
  const items = ignoreOriginRules.map(({ id, rule }) =>
    ruleRow(html`<p><code>${rule}</code></p>`, deletion(`/ignore-origin-user-rule/delete/${id}`, rule, csrfToken, t)),
  )
  const name = 'ignore_origin_user_rule[rule]'
  const form = html`
    <form action="/config" method="post" class="form">
      <input type="hidden" name="ignore_origin_user_rule[_token]" value="${csrfToken}" />
      ${configTextField(view, name, t('config.rule'), { hint: t('config.ignoreOriginHint'), required: true })}
      <button class="button button-plain" name="ignore_origin_user_rule[save]">${t('rules.add')}</button>
    </form>
  `
  const body = html`
    ${items.length > 0 && html`<ul class="rows">${items}</ul>`}
    ${collapsibleSection(t('rules.addOrigin'), form, view.errors.has(name))}
  `
  return settingsSection({
    id: 'set-ignore_origin_user_rule',
    title: t('config.ignoreOriginRules'),
    lead: t('rules.originLead'),
    body,
  })
}

function ruleRow(text: Child, actions: Child): Html {
  return html`
    <li class="row row-wide">
      <div class="row-text">${text}</div>
      <div class="row-links">${actions}</div>
    </li>
  `
}

function deletion(action: string, rule: string, csrfToken: string, t: Localization['t']): Html {
  return html`
    <form action="${action}" method="post">
      <input type="hidden" name="token" value="${csrfToken}" />
      <button class="button-quiet button-danger">
        ${t('config.deleteRule')}
        <span class="unseen">: ${rule}</span>
      </button>
    </form>
  `
}
