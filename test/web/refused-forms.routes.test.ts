import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse, type DefaultTreeAdapterTypes } from 'parse5'
import { openSetupCode } from '../../src/users/setup-code.ts'
import { testApp } from '../support/app.ts'
import { injectBrowser, signedIn, type InjectBrowser } from './inject-browser.fixture.ts'

type Element = DefaultTreeAdapterTypes.Element

/** Matches the names of fields that a form never shows again. */
const SECRET = /token|password|\[new_|old_/i
const kept = ([name]: readonly [string, string]): boolean => !SECRET.test(name)

interface RefusedForm {
  /** address of the page with the form */
  readonly path: string
  /** address to which the form is sent, if it is another one */
  readonly action?: string
  /** what the user enters; undefined unticks a box */
  readonly entered: Readonly<Record<string, string | undefined>>
}

/** Sends a form that is refused, and checks that the form comes back with all that the user entered. */
async function assertKept(browser: InjectBrowser, { path, action = path, entered }: RefusedForm): Promise<void> {
  const sent: Record<string, string> = Object.fromEntries(fieldsOf((await browser.get(path)).body, entered))
  for (const [name, value] of Object.entries(entered)) {
    if (value === undefined) delete sent[name]
    else sent[name] = value
  }
  let answer = await browser.post(action, sent)
  if (answer.statusCode === 302) answer = await browser.get(String(answer.headers.location))
  else assert.equal(answer.statusCode, 422, `${action}: ${answer.statusCode}`)
  assert.deepEqual(
    [...fieldsOf(answer.body, entered)].filter(kept).toSorted(),
    Object.entries(sent).filter(kept).toSorted(),
    action,
  )
}

/** @returns the name and value of each field of the form that has all these fields. Unticked boxes are omitted. */
function fieldsOf(page: string, wanted: object): Map<string, string> {
  const forms = descendants(parse(page), 'form').map((form) => new Map(descendants(form).flatMap(valueOf)))
  const names = descendants(parse(page), 'form').map((form) => descendants(form).map((one) => attribute(one, 'name')))
  const index = names.findIndex((all) => Object.keys(wanted).every((name) => all.includes(name)))
  assert.notEqual(index, -1, `no form with ${Object.keys(wanted).join(', ')}`)
  return forms[index]!
}

function valueOf(control: Element): (readonly [string, string])[] {
  const [name, type, value] = ['name', 'type', 'value'].map((one) => attribute(control, one))
  if (name === undefined) return []
  if (control.tagName === 'textarea') return [[name, textOf(control)]]
  if (control.tagName === 'select') return [[name, chosenOption(control)]]
  if (control.tagName !== 'input' || type === 'file') return []
  const isBox = type === 'checkbox' || type === 'radio'
  return isBox && attribute(control, 'checked') === undefined ? [] : [[name, value ?? '']]
}

function chosenOption(select: Element): string {
  const options = descendants(select, 'option')
  const chosen = options.find((one) => attribute(one, 'selected') !== undefined) ?? options[0]
  return (chosen && attribute(chosen, 'value')) ?? ''
}

const attribute = ({ attrs }: Element, name: string): string | undefined =>
  attrs.find((one) => one.name === name)?.value

const textOf = ({ childNodes }: Element): string => childNodes.map((one) => ('value' in one ? one.value : '')).join('')

function descendants(node: DefaultTreeAdapterTypes.ParentNode, tag?: string): Element[] {
  return node.childNodes.flatMap((child) => {
    if (!('tagName' in child)) return []
    return [...(tag === undefined || child.tagName === tag ? [child] : []), ...descendants(child, tag)]
  })
}

test('forms of visitors come back with what was entered and with the time zone', async (t) => {
  const app = await testApp(t, 'sqlite', { environment: { DOGEAR_REGISTRATION: 'on' } })
  const visitor = injectBrowser(app)
  const zone = { _time_zone: 'Europe/Berlin' }
  const account = { username: 'dora', email: 'dora@example.org', password: 'short' }
  await assertKept(visitor, { path: '/register', entered: { ...account, ...zone } })
  const entered = { _username: 'alice', _password: 'wrong', _remember_me: 'on' }
  await assertKept(visitor, { path: '/login', action: '/login_check', entered })
})

test('the form for the first account comes back with the time zone', async (t) => {
  const app = await testApp(t, 'sqlite', { isFresh: true })
  const code = await openSetupCode(app.database)
  const entered = { username: 'dora', email: '', password: 'short', _time_zone: 'Asia/Tokyo' }
  await assertKept(injectBrowser(app), { path: `/setup?code=${code}`, action: '/setup', entered })
})

test('forms of users come back with what was entered', async (t) => {
  const app = await testApp(t, 'sqlite')
  const { id } = await app.save(app.alice, 'https://example.org/one', { title: 'One', content: '<p>x</p>', tags: 'b' })
  await app.save(app.alice, 'https://example.org/two', { title: 'Two', content: '<p>x</p>', tags: 'a' })
  const alice = await signedIn(app, app.alice)
  const collection = await newCollection(alice)
  const danger = '/config/danger'
  const tags = (await alice.get(danger)).body.matchAll(/<option value="(\d+)"/g)
  const lastTag = [...tags].at(-1)![1]!
  await alice.post('/generate-token', {
    token: fieldsOf((await alice.get('/config/feeds')).body, { token: '' }).get('token')!,
  })
  const forms: readonly RefusedForm[] = [
    { path: danger, action: `${danger}/clear`, entered: { kind: 'tagged', tag: lastTag, password: 'wrong' } },
    {
      path: '/config/security',
      action: '/config/security/app-passwords',
      entered: { name: 'Phone', password: 'wrong' },
    },
    {
      path: `/view/${id}/collections`,
      entered: { 'collections[]': collection, name: 'x'.repeat(1000) },
    },
    {
      path: '/config',
      entered: { 'config[language]': 'fr', 'config[reading_speed]': '-1', 'config[action_mark_as_read]': '0' },
    },
    { path: '/config', entered: { 'update_user[name]': 'Alice B.', 'update_user[email]': 'nowhere' } },
    {
      path: '/config/rules',
      action: '/config',
      entered: { 'tagging_rule[rule]': 'title:(', 'tagging_rule[tags]': 'sea' },
    },
    { path: '/config/feeds', action: '/config', entered: { 'feed_config[feed_limit]': '-3' } },
    { path: '/config/rules', action: '/config', entered: { 'ignore_origin_user_rule[rule]': 'nonsense' } },
    {
      path: '/developer/client/create',
      entered: { 'client[name]': 'Reader', 'client[redirect_uris]': 'no address', 'client[complete_answers]': '1' },
    },
    { path: `/edit/${id}`, entered: { title: 'Changed', note: 'My note', tags: 'y'.repeat(300) } },
    { path: '/collections/new', entered: { name: '', query: 'tag:sea', sort: 'title' } },
    {
      path: '/site-credentials/',
      entered: { 'site_credential[host]': 'not a host', 'site_credential[username]': 'alice' },
    },
  ]
  for (const form of forms) await t.test(form.action ?? form.path, () => assertKept(alice, form))
  const carol = await signedIn(app, app.carol)
  await assertKept(carol, {
    path: '/admin/users/create',
    entered: { username: 'dora', email: 'dora@example.org', password: 'short' },
  })
})

/** @returns the id of a new collection */
async function newCollection(browser: InjectBrowser): Promise<string> {
  const fields = fieldsOf((await browser.get('/collections/new')).body, { query: '' })
  const answer = await browser.post('/collections/new', { ...Object.fromEntries(fields), name: 'Harbours' })
  return /\/collections\/(\d+)/.exec(String(answer.headers.location))![1]!
}
