import { ADDRESS_ATTRIBUTES, ALLOWED_ELEMENTS, COMMON_ATTRIBUTES } from './allow-list.ts'
import { validPlaceAddress, validPlaceId } from '../blocks/place-id.ts'
import { contactAddress } from '../dom/contact-address.ts'
import { formatSrcset, parseSrcset } from '../dom/srcset.ts'
import { webAddress } from '../dom/web-address.ts'

interface NamedValue {
  readonly name: string
  readonly value: string
}

type Rule = (value: string) => string | undefined

const TEXT_ALIGN = /(?:^|;)\s*text-align\s*:\s*(left|right|center|justify|start|end)\s*(?:;|$)/i
const LANGUAGE_CLASS = /^(?:language|lang)-([a-z0-9+#._-]{1,30})$/i
const MAX_TEXT = 1000

const whole = (value: string): string | undefined => (/^\d{1,4}$/.test(value) ? value : undefined)
const oneOf =
  (...allowed: readonly string[]): Rule =>
  (value) =>
    allowed.find((one) => one === value.toLowerCase())
const present: Rule = () => ''
const shortText: Rule = (value) => (value === '' ? undefined : value.slice(0, MAX_TEXT).toWellFormed())

/** Rules for the values of attributes. A rule returns the value to store, or undefined to remove the attribute. */
const VALUE_RULES: Readonly<Record<string, Rule>> = {
  ...Object.fromEntries(ADDRESS_ATTRIBUTES.map((name): [string, Rule] => [name, (value) => webAddress(value)])),
  alt: (value) => value.slice(0, MAX_TEXT).toWellFormed(),
  class: languageClass,
  colspan: whole,
  controls: present,
  datetime: (value) => (/^[\dTZ:.+ PWYMDHS-]{1,40}$/.test(value) ? value : undefined),
  dir: oneOf('ltr', 'rtl', 'auto'),
  height: whole,
  href: (value) => validPlaceAddress(value) ?? contactAddress(value) ?? webAddress(value),
  id: validPlaceId,
  lang: (value) => (/^[a-zA-Z0-9-]{2,35}$/.test(value) ? value : undefined),
  loading: oneOf('lazy'),
  open: present,
  preload: oneOf('none'),
  referrerpolicy: oneOf('no-referrer'),
  rel: () => 'noopener noreferrer',
  reversed: present,
  rowspan: whole,
  scope: oneOf('row', 'col', 'rowgroup', 'colgroup'),
  span: whole,
  srcset: (value) => formatSrcset(parseSrcset(value)) || undefined,
  start: (value) => (/^-?\d{1,6}$/.test(value) ? value : undefined),
  style: textAlign,
  title: shortText,
  // Of players a media type, of lists the kind of their numbers.
  type: (value) => (/^(?:[1aAiI]|(?:audio|video)\/[a-z0-9.+-]{1,40})$/i.test(value) ? value : undefined),
  value: (value) => (/^-?\d{1,6}$/.test(value) ? value : undefined),
  width: whole,
}

/** The names of the allowed attributes of each element. */
const ALLOWED_NAMES: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(ALLOWED_ELEMENTS).map(([tagName, names]) => [tagName, new Set([...names, ...COMMON_ATTRIBUTES])]),
)
const COMMON_NAMES: ReadonlySet<string> = new Set(COMMON_ATTRIBUTES)

/**
 * @param tagName name of an allowed element
 * @param attributes all attributes of the element
 * @returns the allowed attributes, each with an allowed value
 */
export function allowedAttributes(tagName: string, attributes: readonly NamedValue[]): NamedValue[] {
  const allowed: NamedValue[] = []
  if (attributes.length === 0) return allowed
  const names = ALLOWED_NAMES.get(tagName) ?? COMMON_NAMES
  for (const { name, value } of attributes) {
    const kept = names.has(name) ? VALUE_RULES[name]?.(value) : undefined
    if (kept !== undefined) allowed.push({ name, value: kept })
  }
  return allowed
}

function textAlign(style: string): string | undefined {
  const found = TEXT_ALIGN.exec(style.slice(0, MAX_TEXT))?.[1]
  return found === undefined ? undefined : `text-align:${found.toLowerCase()}`
}

/** @returns the class that names the language of code or marks a formula; undefined if there is none */
function languageClass(classes: string): string | undefined {
  if (classes === 'math') return classes
  for (const name of classes.slice(0, MAX_TEXT).split(/\s+/)) {
    const language = LANGUAGE_CLASS.exec(name)?.[1]
    if (language !== undefined) return `language-${language}`
  }
  return undefined
}
