import assert from 'node:assert/strict'
import { test } from 'node:test'
import { evaluateOnPage } from './evaluate-on-page.ts'
import { parseSiteRules } from './parse-site-rules.ts'

const FORM = [
  'requires_login: yes',
  'login_uri: https://a.example/login',
  'login_username_field: user[name]',
  'login_password_field: user[word]',
]
const read = (...lines: string[]) => parseSiteRules([...FORM, ...lines].join('\n'))

test('the sign-in form of a site is read', () => {
  const { rules, problems } = read(
    'login_extra_fields: stay=1=2',
    `login_extra_fields: c[_token]=@=xpath('//input[@name="c[_token]"]', request_html('https://a.example/login?x=1'))`,
    "not_logged_in_xpath: //a[@id='in']",
  )
  assert.deepEqual(problems, [])
  assert.deepEqual(rules.signIn, {
    uri: 'https://a.example/login',
    usernameField: 'user[name]',
    passwordField: 'user[word]',
    extraFields: [
      { name: 'stay', value: '1=2' },
      { name: 'c[_token]', from: { xpath: '//input[@name="c[_token]"]', page: 'https://a.example/login?x=1' } },
    ],
    notLoggedIn: ["//a[@id='in']"],
  })
})

test('a sign-in form is ignored if it is incomplete or not required', () => {
  for (const line of FORM) {
    const rest = FORM.filter((one) => one !== line)
    assert.equal(parseSiteRules(rest.join('\n')).rules.signIn, undefined, line)
  }
  assert.equal(read('requires_login: no').rules.signIn, undefined)
})

test('invalid sign-in rules are reported with their line numbers', () => {
  const faults = [
    'requires_login: perhaps',
    'login_uri: /login',
    'login_uri: javascript:alert(1)',
    'login_username_field:',
    'login_extra_fields: =1',
    'login_extra_fields: nothing',
    'login_extra_fields: a=@=system("x")',
    "login_extra_fields: a=@=xpath('//a', request_html('file:///etc/passwd'))",
    "login_extra_fields: a=@=xpath('doc(1)', request_html('https://a.example/'))",
    'not_logged_in_xpath: //a[',
    `login_password_field: ${'x'.repeat(2001)}`,
  ]
  for (const fault of faults)
    assert.deepEqual(
      read(fault).problems.map(({ line }) => line),
      [5],
      fault,
    )
  assert.equal(read(...Array.from({ length: 25 }, () => 'login_extra_fields: a=1')).problems.length, 5)
  assert.equal(read(...Array.from({ length: 12 }, () => 'not_logged_in_xpath: //a')).problems.length, 2)
})

test('an expression returns the value of a field or the text of an element, and nothing if it is invalid or has no match', async () => {
  const page = '<p>Hello <b>you</b></p><input name="t" value="7">'
  const found = await evaluateOnPage(page, ['//input', '//p', '//p/b/text()', 'boolean(//q)', '//q', '//p['])
  assert.deepEqual(found, ['7', 'Hello you', 'you', 'false', undefined, undefined])
})
