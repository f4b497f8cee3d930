import { parseId } from '../../kernel/parse-id.ts'
import { sentText, type FormFields } from '../../kernel/form-body.ts'
import { AppError } from '../../kernel/errors.ts'
import {
  ADDRESS_SECRETS,
  addressSecretRenewal,
  type AddressSecret,
  type RenewAddressSecretsDeps,
} from '../../entries/renew-address-secrets.ts'
import { addIgnoreOriginRule } from '../../rules/change-ignore-origin-rules.ts'
import { addTaggingRules, changeTaggingRule, type NewTaggingRule } from '../../rules/change-tagging-rules.ts'
import { ruleLanguageNamed } from '../../rules/tagging-rule.ts'
import { parseRuleFile } from '../../rules/rule-file.ts'
import { parseTagLabels } from '../../tags/tag.ts'
import { changeConfig, changeProfile } from '../../users/change-config.ts'
import { changePassword } from '../../users/passwords/change-password.ts'
import type { Caller } from '../../security-events/caller.ts'
import { checkPassword, type CheckPasswordDeps } from '../../users/passwords/check-password.ts'
import type { Session } from '../../users/sessions/session.ts'
import { isRecentSignIn } from '../../users/sessions/recent-sign-in.ts'
import type { User } from '../../users/user.ts'
import { findUser } from '../../users/user.repository.ts'
import { formText } from '../web-context.ts'
import { isLanguage } from '../../kernel/languages.ts'

export type SaveConfigDeps = CheckPasswordDeps & RenewAddressSecretsDeps

/**
 * The forms of the account settings page. Each name is the first part of the names of the form's fields (wallabag
 * contract, section 10).
 */
export const CONFIG_FORMS = [
  'config',
  'update_user',
  'change_passwd',
  'feed_config',
  'tagging_rule',
  'upload_tagging_rule_file',
  'ignore_origin_user_rule',
] as const
export type ConfigFormName = (typeof CONFIG_FORMS)[number]

interface SentConfigForm {
  readonly fields: FormFields
  readonly user: Session['user']
  readonly session: Session
  /** network address and user agent of the request's sender */
  readonly caller: Caller
}

type Save = (deps: SaveConfigDeps, form: SentConfigForm) => Promise<void>

/**
 * Functions that store the values of the forms. For invalid values, they throw an AppError; its `details.field` is the
 * last part of a field name.
 */
export const SAVE_CONFIG: Readonly<Record<ConfigFormName, Save>> = {
  config: async (deps, { fields, user }) => {
    const language = optional(fields, 'config[language]').value
    await changeConfig(deps, user.id, {
      ...named('itemsPerPage', fields, 'config[items_per_page]'),
      ...named('readingSpeed', fields, 'config[reading_speed]'),
      ...named('actionMarkAsRead', fields, 'config[action_mark_as_read]'),
      ...(isLanguage(language) && { language }),
    })
  },
  feed_config: (deps, { fields, user }) =>
    changeConfig(deps, user.id, { feedLimit: formText(fields, 'feed_config[feed_limit]') }),
  update_user: saveProfile,
  change_passwd: savePassword,
  tagging_rule: async (deps, { fields, user }) => {
    const tags = parseTagLabels(formText(fields, 'tagging_rule[tags]'))
    const rule = { ...sentRule(fields), tags, ...sentAddress(fields) }
    const id = parseId(formText(fields, 'tagging_rule[id]'))
    if (id !== undefined) await changeTaggingRule(deps, user.id, { id, ...rule })
    else await addTaggingRules(deps, user.id, [rule])
  },
  upload_tagging_rule_file: async (deps, { fields, user }) => {
    const rules = parseRuleFile(formText(fields, 'upload_tagging_rule_file[file]'))
    await addTaggingRules(
      deps,
      user.id,
      rules.map((rule) => ({ ...rule, tags: parseTagLabels(rule.tags) })),
    )
  },
  ignore_origin_user_rule: (deps, { fields, user }) =>
    addIgnoreOriginRule(deps, user.id, formText(fields, 'ignore_origin_user_rule[rule]') ?? ''),
}

/**
 * @returns the rule in the form, without its tags. If the form names no language, as in apps for wallabag, the rule is
 *   in wallabag's language.
 */
export function sentRule(fields: FormFields): Pick<NewTaggingRule, 'rule' | 'language'> {
  const language = ruleLanguageNamed(formText(fields, 'tagging_rule[language]')) ?? 'wallabag'
  return { rule: formText(fields, 'tagging_rule[rule]'), language }
}

/** @returns the address that the rule sends to. Forms of apps for wallabag do not contain the field. */
function sentAddress(fields: FormFields): Pick<NewTaggingRule, 'sendTo'> {
  const name = 'tagging_rule[send_to]'
  return fields.has(name) ? { sendTo: parseId(formText(fields, name)) ?? null } : {}
}

async function saveProfile(deps: SaveConfigDeps, { fields, user, caller }: SentConfigForm): Promise<void> {
  const email = formText(fields, 'update_user[email]')
  await changeProfile(deps, user.id, { name: formText(fields, 'update_user[name]'), email, now: deps.clock.now() })
  if (email.trim() === user.email) return
  await deps.securityEvents.record(caller, { kind: 'email-changed', userId: user.id })
}

/**
 * Changes the password. This ends all sessions, including the current one. An account without a password gets its first one
 * after a recent sign-in.
 */
async function savePassword(deps: SaveConfigDeps, form: SentConfigForm): Promise<void> {
  const { fields, user, caller } = form
  const [first, second] = ['first', 'second'].map((name) => sentText(fields, `change_passwd[new_password][${name}]`))
  if (first === undefined || first !== second) {
    throw new AppError('invalid_input', 'the new passwords don’t match', { details: { field: 'second' } })
  }
  await changePassword(deps, await provenUser(deps, form), first, addressSecretRenewal(deps, chosenSecrets(fields)))
  await deps.securityEvents.record(caller, { kind: 'password-changed', userId: user.id })
}

/** @throws AppError `invalid_input` for a wrong password or, without one, a sign-in that was too long ago */
async function provenUser(deps: SaveConfigDeps, { fields, user, session, caller }: SentConfigForm): Promise<User> {
  if (session.hasPassword) {
    const password = sentText(fields, 'change_passwd[old_password]') ?? ''
    const known = await checkPassword(deps, { ...caller, login: user.username, password })
    if (known) return known
    throw new AppError('invalid_input', 'the password is wrong', { details: { field: 'old_password' } })
  }
  const known = await deps.database.read(async (db) => {
    const isRecent = await isRecentSignIn(db, session, deps.clock.now())
    return isRecent ? findUser(db, user.id) : undefined
  })
  if (known) return known
  const details = { field: 'second', isOutdated: true }
  throw new AppError('invalid_input', 'the sign-in was too long ago', { details })
}

/** Marks a form that lets the user choose the secrets to renew. Forms of apps for wallabag do not contain this field. */
export const RENEWAL_CHOICE = 'change_passwd[renew]'

/** @returns the chosen secrets; all of them if the form offers no choice */
function chosenSecrets(fields: FormFields): readonly AddressSecret[] {
  if (!fields.has(RENEWAL_CHOICE)) return ADDRESS_SECRETS
  return ADDRESS_SECRETS.filter((secret) => fields.has(renewalField(secret)))
}

/** @returns the name of the check box for a secret */
export const renewalField = (secret: AddressSecret): string => `change_passwd[renew_${secret}]`

function optional(fields: FormFields, name: string): { readonly value?: string } {
  return fields.has(name) ? { value: formText(fields, name) } : {}
}

function named(key: string, fields: FormFields, name: string): Readonly<Record<string, string>> {
  const { value } = optional(fields, name)
  return value === undefined ? {} : { [key]: value }
}
