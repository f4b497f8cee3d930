import { requireId } from '../../kernel/parse-id.ts'
import { type RequestRuleRunDeps, requestRuleRun } from '../../entries/tagging-rules/apply-tagging-rules.ts'
import { AppError, notFound } from '../../kernel/errors.ts'
import { NO_FIELDS, type FormFields } from '../../kernel/form-body.ts'
import { listMailAddresses } from '../../mail/mail-address.repository.ts'
import { listIgnoreOriginRules } from '../../rules/ignore-origin-rule.repository.ts'
import { listTaggingRules } from '../../rules/tagging-rule.repository.ts'
import { ruleFileHeaders, ruleFileText } from '../../rules/rule-file.ts'
import { callerOf } from '../../security-events/caller.ts'
import type { Throttle } from '../../throttling/throttle.ts'
import { type FeedTokenDeps, renewFeedToken, revokeFeedToken } from '../../users/feed-token.ts'
import type { UserConfig } from '../../users/user-config.ts'
import { findLimits } from '../../users/quota/find-limits.ts'
import { findUserConfig } from '../../users/user-config.repository.ts'
import { configError, fieldsOf, ruleProblem } from './config-errors.ts'
import { CONFIG_PAGES, PAGE_OF_FORM } from './config-pages.ts'
import { LISTS_FORM, listsForm, type ConfigView, type FeedList } from './config.page.ts'
import { checkedForm } from '../forms/forgery-checked-form.ts'
import { type ConfigFormName, type SaveConfigDeps, CONFIG_FORMS, SAVE_CONFIG, sentRule } from './save-config-form.ts'
import { recordOwnEvent } from '../security/record-own-event.ts'
import { undoForm } from '../action-history/undo-form.ts'
import { morphPart, refreshPart, toastPart, wantsStream } from '../layout/turbo-stream.ts'
import {
  formOf,
  formText,
  SESSION_COOKIE,
  sessionOf,
  UNDO_COOKIE,
  localizationFor,
  frameFor,
  type WebContext,
} from '../web-context.ts'
import { isLanguage } from '../../kernel/languages.ts'
import type { Localization } from '../layout/localization.ts'
import { localizationIn } from '../layout/messages-by-language.ts'
import { deleteRule } from '../../entries/undoable-actions/delete-tagging-rule.ts'
import { deleteIgnoreOriginRule } from '../../rules/change-ignore-origin-rules.ts'
import { tryTaggingRule } from '../../entries/tagging-rules/try-tagging-rule.ts'
import { RULE_FORM, ruleForm } from './rules-sections.ts'
import { readMultipart } from '../../uploads/read-multipart.ts'
import { streamResponse, pageResponse, redirectTo, type WebResponse } from '../web-response.ts'
import type { ServerRequest, ServerRoutes } from '../server-routes.ts'
import { dataResponse } from '../server-response.ts'
import { redirectWithNotice } from '../redirect-with-notice.ts'

/** The feeds whose addresses the settings show, by the last part of their path. */
const FEEDS: readonly FeedList[] = ['unread', 'starred', 'archive', 'all', 'review']

export interface ConfigPageDeps extends WebContext, SaveConfigDeps, FeedTokenDeps, RequestRuleRunDeps {
  readonly searchesPerUser: Throttle
  readonly trialsPerUser: Throttle

  /** @returns the secret token of the user's feeds; undefined if there is none */
  readonly revealFeedToken: (config: UserConfig) => string | undefined
}

/** A refused form: the submitted values and their error messages. */
type Refused = Pick<ConfigView, 'given' | 'errors' | 'trial'>

/** Names of form fields, by the field name in an `AppError`. */
const REFUSED_FIELDS: Readonly<Record<string, string>> = {
  itemsPerPage: 'config[items_per_page]',
  readingSpeed: 'config[reading_speed]',
  feedLimit: 'feed_config[feed_limit]',
  email: 'update_user[email]',
  old_password: 'change_passwd[old_password]',
  password: 'change_passwd[new_password][first]',
  second: 'change_passwd[new_password][second]',
}

/** For each form, the field that shows an error without a field name. */
const FALLBACK_FIELDS: Readonly<Record<ConfigFormName, string>> = {
  config: 'config[items_per_page]',
  update_user: 'update_user[email]',
  change_passwd: 'change_passwd[old_password]',
  feed_config: 'feed_config[feed_limit]',
  tagging_rule: 'tagging_rule[rule]',
  upload_tagging_rule_file: 'upload_tagging_rule_file[file]',
  ignore_origin_user_rule: 'ignore_origin_user_rule[rule]',
}

const NO_ERRORS: Refused = { given: new Map(), errors: new Map() }

/**
 * Maximum size in bytes of an uploaded file with rules. Larger files are refused. A file with the maximum number of
 * rules is far smaller.
 */
const MAX_FILE = 1_000_000

/** Adds the settings pages of the account, feeds and rules, whose forms are sent to `/config` (wallabag contract, section 10). */
export function addConfigPageRoutes(routes: ServerRoutes, deps: ConfigPageDeps): void {
  routes.get('/config', async (request) => {
    const { 'tagging-rule': rule } = request.query
    if (typeof rule === 'string') {
      return redirectTo(`/config/rules?tagging-rule=${encodeURIComponent(rule)}#${RULE_FORM}`, 302)
    }
    return showConfig(deps, request, CONFIG_PAGES.account)
  })
  for (const page of [CONFIG_PAGES.feeds, CONFIG_PAGES.rules]) {
    routes.get(page.path, (request) => showConfig(deps, request, page))
  }
  routes.post('/config', (request) => save(deps, request), { readFiles: fileForm })
  routes.post('/generate-token', async (request) => {
    await renewFeedToken(deps, checkedForm(deps, request).owner)
    await recordOwnEvent(deps, request, 'feed-token-renewed')
    return redirectTo(CONFIG_PAGES.feeds.path, 303)
  })
  routes.post('/revoke-token', async (request) => {
    await revokeFeedToken(deps, checkedForm(deps, request).owner)
    await recordOwnEvent(deps, request, 'feed-token-revoked')
    return redirectTo(CONFIG_PAGES.feeds.path, 303)
  })
  routes.get('/tagging-rule/export', async (request) => {
    const { user } = sessionOf(request)
    const rules = await deps.database.read((db) => listTaggingRules(db, user.id))
    const text = ruleFileText(rules, { hasQueries: request.query['queries'] === '1' })
    return dataResponse(Buffer.from(text), ruleFileHeaders(user.username))
  })
  routes.post('/tagging-rule/delete/:id', async (request) => {
    const { owner } = checkedForm(deps, request)
    const action = await deleteRule(deps, owner, requireId(request.params.id, 'tagging rule'))
    const [{ t }, { csrfToken }] = [localizationFor(request), sessionOf(request)]
    if (wantsStream(request)) {
      const undo = undoForm({ csrfToken, t, action, back: CONFIG_PAGES.rules.path })
      return streamResponse([refreshPart(), toastPart(t('rules.deleted'), undo)])
    }
    request.cookies.write(UNDO_COOKIE, String(action), 60)
    return redirectWithNotice(request, CONFIG_PAGES.rules.path, t('rules.deleted'))
  })
  addRuleRunRoute(routes, deps)
  addIgnoreOriginRoutes(routes, deps)
}

function addRuleRunRoute(routes: ServerRoutes, deps: ConfigPageDeps): void {
  routes.post('/tagging-rule/try', (request) => tryRule(deps, request))
  routes.post('/tagging-rule/apply', async (request) => {
    const { owner } = checkedForm(deps, request)
    await deps.searchesPerUser.take(String(owner))
    await requestRuleRun(deps, owner)
    return redirectWithNotice(request, CONFIG_PAGES.rules.path, localizationFor(request).t('config.applyingRules'))
  })
}

function addIgnoreOriginRoutes(routes: ServerRoutes, deps: ConfigPageDeps): void {
  routes.post('/ignore-origin-user-rule/delete/:id', async (request) => {
    const { owner } = checkedForm(deps, request)
    await deleteIgnoreOriginRule(deps, owner, requireId(request.params.id, 'ignore origin rule'))
    return redirectTo(`${CONFIG_PAGES.rules.path}#set-ignore_origin_user_rule`, 303)
  })
}

async function showConfig(
  deps: ConfigPageDeps,
  request: ServerRequest,
  page: Pick<(typeof PAGE_OF_FORM)['config'], 'render'>,
  refused: Refused = NO_ERRORS,
): Promise<WebResponse> {
  const content = page.render(await configView(deps, request, refused))
  return pageResponse(content, refused.errors.size > 0 ? 422 : 200)
}

async function configView(deps: ConfigPageDeps, request: ServerRequest, refused: Refused): Promise<ConfigView> {
  const { user, csrfToken } = sessionOf(request)
  const { addresses, config, rules, ignoreOriginRules } = await deps.database.read(async (db) => ({
    addresses: deps.canSend ? await listMailAddresses(db, user.id) : [],
    config: await findUserConfig(db, user.id),
    rules: await listTaggingRules(db, user.id),
    ignoreOriginRules: await listIgnoreOriginRules(db, user.id),
  }))
  const limits = await findLimits(deps, user.id)
  const { 'tagging-rule': asked, open } = request.query
  const wanted = refused.given.get('tagging_rule[id]') ?? asked
  const edited = rules.find(({ id }) => String(id) === wanted)
  const token = deps.revealFeedToken(config)
  const base = `${deps.baseUrl}/feed/${encodeURIComponent(user.username)}`
  const feeds = FEEDS.map((list) => ({ list, ...(token !== undefined && { address: `${base}/${token}/${list}` }) }))
  return {
    ...refused,
    frame: frameFor(deps, request),
    csrfToken,
    user: { name: user.name ?? '', email: user.email },
    config,
    ...(limits && { limits }),
    feeds,
    rules,
    addresses: addresses.filter(({ isConfirmed }) => isConfirmed),
    ignoreOriginRules,
    isPasswordOpen: open === 'password',
    ...(edited && { edited }),
  }
}

async function save(deps: ConfigPageDeps, request: ServerRequest): Promise<WebResponse> {
  const form = CONFIG_FORMS.find((name) => formOf(request).has(`${name}[_token]`))
  const { session, fields } = checkedForm(deps, request, `${form ?? 'config'}[_token]`)
  if (!form) throw notFound('form')
  try {
    await SAVE_CONFIG[form](deps, { fields, user: session.user, session, caller: callerOf(request) })
  } catch (error) {
    if (!(error instanceof AppError) || !['invalid_input', 'conflict'].includes(error.code)) throw error
    const refused = refusalOf(form, fields, error, localizationFor(request))
    if (form === 'config' && wantsStream(request)) {
      return streamResponse([morphPart(LISTS_FORM, listsForm(await configView(deps, request, refused)))])
    }
    return showConfig(deps, request, PAGE_OF_FORM[form], refused)
  }
  if (form === 'change_passwd') {
    // Changing the password has ended all sessions, including this one.
    request.cookies.clear(SESSION_COOKIE)
    return redirectWithNotice(request, '/login', localizationFor(request).t('config.passwordChanged'))
  }
  // The confirmation is in the language that the form sets, if it sets one.
  const chosen = formText(fields, 'config[language]')
  const words = isLanguage(chosen) ? localizationIn(chosen) : localizationFor(request)
  if (form === 'config' && wantsStream(request)) return savedLists(deps, request, words)
  return redirectWithNotice(request, PAGE_OF_FORM[form].path, words.t('config.saved'))
}

/** @returns the response to a change that a script has sent: the form without errors, and the page in another language */
async function savedLists(deps: ConfigPageDeps, request: ServerRequest, words: Localization): Promise<WebResponse> {
  const toast = toastPart(words.t('config.saved'))
  if (words.language !== localizationFor(request).language) return streamResponse([toast, refreshPart()])
  return streamResponse([toast, morphPart(LISTS_FORM, listsForm(await configView(deps, request, NO_ERRORS)))])
}

function refusalOf(form: ConfigFormName, fields: FormFields, error: AppError, words: Localization): Refused {
  const errors = fieldsOf(error).map((field) => {
    const isTags = form === 'tagging_rule' && field === 'tags'
    const name = isTags ? 'tagging_rule[tags]' : (REFUSED_FIELDS[field] ?? FALLBACK_FIELDS[form])
    return [name, ruleProblem(error, fields, words) ?? configError(error, field, words) ?? error.message] as const
  })
  return { given: submittedValues(fields), errors: new Map(errors) }
}

const RENEWAL = /^change_passwd\[renew/

/** @returns the submitted values that the form shows again. Secrets and files are omitted. */
function submittedValues(fields: FormFields): Refused['given'] {
  const given = [...fields].flatMap(([key, value]) =>
    typeof value === 'string' && (RENEWAL.test(key) || !/_token|passw|\[file\]/.test(key))
      ? [[key, value] as const]
      : [],
  )
  return new Map(given)
}

/** Shows the entries that the submitted rule would tag. Does not store the rule. */
async function tryRule(deps: ConfigPageDeps, request: ServerRequest): Promise<WebResponse> {
  const { session, fields } = checkedForm(deps, request, 'tagging_rule[_token]')
  await deps.trialsPerUser.take(String(session.user.id))
  try {
    const trial = await tryTaggingRule(deps, session.user.id, sentRule(fields))
    const tried: Refused = { given: submittedValues(fields), errors: new Map(), trial }
    if (!wantsStream(request)) return await showConfig(deps, request, CONFIG_PAGES.rules, tried)
    // The response contains the whole form, because the form on the page may still show the error of an earlier test.
    return streamResponse([morphPart(RULE_FORM, ruleForm(await configView(deps, request, tried)))])
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_input') throw error
    return showConfig(
      deps,
      request,
      CONFIG_PAGES.rules,
      refusalOf('tagging_rule', fields, error, localizationFor(request)),
    )
  }
}

/** @returns the fields of a form that uploads a small file. The field of the file contains the file's text. */
async function fileForm(body: AsyncIterable<Uint8Array>, contentType: string): Promise<FormFields> {
  const files = new Map<string, string>()
  const fields = await readMultipart(body, contentType, async ({ field, chunks }) => {
    const parts: Uint8Array[] = []
    let length = 0
    for await (const piece of chunks) {
      length += piece.length
      if (length > MAX_FILE) throw new AppError('too_large', 'the file is too large')
      parts.push(piece)
    }
    files.set(field, Buffer.concat(parts).toString())
  })
  return files.size === 0 && fields.size === 0 ? NO_FIELDS : new Map([...fields, ...files])
}
