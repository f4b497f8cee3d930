import { xpathProblem } from './check-xpath.ts'
import type { SignInField, SignInRules } from './site-rules.ts'
import { parseUrl } from '../dom/parse-url.ts'

/**
 * Maximum length in characters of names, addresses and values. Longer ones are reported as problems. Those of real
 * forms are shorter.
 */
const MAX_VALUE = 2000
const MAX_FIELDS = 20
const MAX_EXPRESSIONS = 10

/** Parses the site rules for signing in to a site, line by line. */
export interface SignInRuleParser {
  /** Reads one line. @returns the problem of the line; undefined if it is valid */
  read(key: string, value: string): string | undefined
  /** @returns the rules for signing in; undefined if there are none, or if they are incomplete */
  rules(): SignInRules | undefined
}

export const SIGN_IN_NAMES: ReadonlySet<string> = new Set([
  'requires_login',
  'login_uri',
  'login_username_field',
  'login_password_field',
  'login_extra_fields',
  'not_logged_in_xpath',
])

export function signInRuleParser(): SignInRuleParser {
  const single = new Map<string, string>()
  const extraFields: SignInField[] = []
  const notLoggedIn: string[] = []
  const readList = (key: string, value: string): string | undefined => {
    if (key === 'login_extra_fields')
      return extraFields.length < MAX_FIELDS ? addField(extraFields, value) : tooMany(key)
    const problem = xpathProblem(value) ?? (notLoggedIn.length < MAX_EXPRESSIONS ? undefined : tooMany(key))
    if (problem === undefined) notLoggedIn.push(value)
    return problem
  }
  return {
    read: (key, value) => {
      if (value === '') return `${key} has no value`
      if (value.length > MAX_VALUE) return `${key} may have ${MAX_VALUE} characters`
      if (key === 'login_extra_fields' || key === 'not_logged_in_xpath') return readList(key, value)
      if (key === 'requires_login' && !/^(?:yes|no)$/i.test(value)) return 'requires_login is yes or no'
      if (key === 'login_uri' && !isWebAddress(value)) return 'login_uri is an http or https address'
      single.set(key, value)
      return undefined
    },
    rules: () => {
      const [uri, usernameField, passwordField] = ['uri', 'username_field', 'password_field'].map((name) =>
        single.get(`login_${name}`),
      )
      const isNeeded = /^yes$/i.test(single.get('requires_login') ?? '')
      if (!isNeeded || uri === undefined || usernameField === undefined || passwordField === undefined) return undefined
      return { uri, usernameField, passwordField, extraFields, notLoggedIn }
    },
  }
}

function tooMany(key: string): string {
  return `there are too many ${key}`
}

function isWebAddress(text: string): boolean {
  return /^https?:$/.test(parseUrl(text)?.protocol ?? '')
}

/** Reads a form field: `name=value`, or `name=@=xpath('…', request_html('…'))` to take the value from a page. */
function addField(fields: SignInField[], text: string): string | undefined {
  // The first equals sign separates name and value. Names may contain brackets, but no equals sign.
  const equals = text.indexOf('=')
  const [name, value] = [text.slice(0, Math.max(0, equals)).trim(), text.slice(equals + 1).trim()]
  if (name === '') return 'login_extra_fields is a name, an equals sign and a value'
  if (!value.startsWith('@=')) {
    fields.push({ name, value })
    return undefined
  }
  const from = expressionOf(value.slice(2).trim())
  if (!from) return "an expression is @=xpath('…', request_html('address'))"
  const problem = xpathProblem(from.xpath)
  if (problem === undefined) fields.push({ name, from })
  return problem
}

function expressionOf(text: string): { readonly xpath: string; readonly page: string } | undefined {
  const middle = text.lastIndexOf('request_html(')
  if (!text.startsWith('xpath(') || !text.endsWith('))') || middle === -1) return undefined
  const before = text.slice('xpath('.length, middle).trim()
  const xpath = before.endsWith(',') ? unquoted(before.slice(0, -1).trim()) : undefined
  const page = unquoted(text.slice(middle + 'request_html('.length, -2).trim())
  return xpath !== undefined && page !== undefined && isWebAddress(page) ? { xpath, page } : undefined
}

function unquoted(text: string): string | undefined {
  const quote = text[0]
  return text.length > 2 && (quote === "'" || quote === '"') && text.endsWith(quote) ? text.slice(1, -1) : undefined
}
