/** Maximum sizes in characters, and number of rules. Longer style sheets hide nothing, because they are not read whole. */
const MAX_STYLES = 300_000
const MAX_SCRIPTS = 1_000_000
const MAX_RULES = 5000
const MAX_SELECTOR = 1000

/** What the style sheets in the source of a page say about class names (`.x`) and ids (`#x`). */
export interface StyleRules {
  /** Names of elements that a simple rule hides, and no other rule shows: `.x`, or `p.x` for paragraphs only. */
  readonly hidden: ReadonlySet<string>
  /** Names in the selectors of rules that show elements. */
  readonly shown: ReadonlySet<string>
  /** Names of elements that a simple rule moves out of the window, cuts off or gives no size. */
  readonly moved: ReadonlySet<string>
  /** Names in the selectors of rules that may move them back. */
  readonly broughtBack: ReadonlySet<string>
  /** Rules that show elements of any class. */
  readonly shownKinds: readonly ShownKind[]
}

/** The elements that a rule shows whatever their class, such as those of `#zone p` or `.box [data-open]`. */
interface ShownKind {
  /** Tag name, or name of an attribute in brackets, of the elements. */
  readonly kind: string
  /** Classes and ids in the rest of the selector, of which the elements around have each. */
  readonly around: readonly string[]
}

const NO_RULES: StyleRules = {
  hidden: new Set(),
  shown: new Set(),
  moved: new Set(),
  broughtBack: new Set(),
  shownKinds: [],
}
const HIDES =
  /(?:display\s{0,9}:\s{0,9}none|visibility\s{0,9}:\s{0,9}hidden|font-size\s{0,9}:\s{0,9}0|(?:left|text-indent)\s{0,9}:\s{0,9}-\d{4}|\bclip(?:-path)?\s{0,9}:)/i
const DISPLAY = /(?:^|[;\s])(?:display|visibility)\s{0,9}:\s{0,9}([a-z-]+)/gi
/** Matches declarations that hide a text, whatever its display. They are not those of menus, which have many links. */
const MOVED_AWAY =
  /(?:^|[;\s])(?:font-size\s{0,9}:\s{0,9}0(?:px|em|rem)?\s{0,9}(?:;|$|!)|(?:left|text-indent)\s{0,9}:\s{0,9}-\d{4,6}(?:px|em|rem)|clip\s{0,9}:\s{0,9}rect\(\s{0,9}[01](?:px)?[\s,]{1,9}[01](?:px)?[\s,]|clip-path\s{0,9}:\s{0,9}inset\(\s{0,9}(?:50|100)%)/i
/** Matches declarations that bring back what such a declaration has hidden. */
const BROUGHT_BACK =
  /(?:^|[;\s])(?:(?:font-size|left|text-indent|clip|clip-path|inset)\s{0,9}:|position\s{0,9}:\s{0,9}(?:static|relative|unset|initial))/i
/** A quick test before the others: matches all declarations that one of them matches. */
const MAY_MATTER = /display|visib|font-size|left|indent|clip|inset|position/i
const SIMPLE_SELECTOR = /^(?:(?:html|body)\s+)?([a-z\d]*[.#][\w-]+)$/i
const NAME = /[.#][\w-]+/g
/** Matches selectors with more force than a tag name. */
const FORCE = /[.#[]|(?<!:):(?!:)/
/** Matches the last part of a selector without class and id: a tag name, or an attribute with or without one. */
const KIND = /(?:^|[\s>+~])(?:([a-z][\w-]*|\*)|[a-z\d-]*\[\s*([\w-]+)[^\]]*\]):{0,2}[\w-]*$/i
const MAX_SHOWN_KINDS = 200

/**
 * Reads the rules for single classes and ids with `display: none` or `visibility: hidden` in the style sheets of a page,
 * and those that move a text out of the window or give it no size.
 * Rules within `@media` and other conditions hide nothing, but they may show what others hide.
 *
 * @param source the HTML of the page
 */
export function readStyleRules(source: string): StyleRules {
  if (!mayHide(source)) return NO_RULES
  const rules: CollectedRules = {
    hidden: new Set(),
    shown: new Set(),
    moved: new Set(),
    broughtBack: new Set(),
    shownKinds: [],
  }
  const styles = withoutComments(styleSheetsIn(source))
  for (const rule of rulesIn(styles)) {
    const declarations = styles.slice(rule.start, rule.end)
    if (MAY_MATTER.test(declarations)) addRule(rules, rule, declarations)
  }
  return rules
}

interface CollectedRules {
  readonly hidden: Set<string>
  readonly shown: Set<string>
  readonly moved: Set<string>
  readonly broughtBack: Set<string>
  readonly shownKinds: ShownKind[]
}

function addRule(rules: CollectedRules, { selectors, isConditional }: Rule, declarations: string): void {
  const values = [...declarations.matchAll(DISPLAY)].map(([, value]) => value!.toLowerCase())
  const isHiding = values.some((value) => value === 'none' || value === 'hidden')
  const isMoving = MOVED_AWAY.test(declarations)
  if (!isConditional && isHiding) addAll(rules.hidden, simpleNamesIn(selectors))
  if (!isConditional && isMoving) addAll(rules.moved, simpleNamesIn(selectors))
  if (!isMoving && BROUGHT_BACK.test(declarations)) addAll(rules.broughtBack, selectors.match(NAME) ?? [])
  if (isHiding || values.length === 0) return
  addAll(rules.shown, selectors.match(NAME) ?? [])
  if (rules.shownKinds.length < MAX_SHOWN_KINDS) rules.shownKinds.push(...kindsIn(selectors, declarations))
}

function addAll(set: Set<string>, values: readonly string[]): void {
  for (const value of values) set.add(value)
}

function simpleNamesIn(selectors: string): string[] {
  return selectors.split(',').flatMap((selector) => SIMPLE_SELECTOR.exec(selector.trim())?.[1] ?? [])
}

/** @returns the kinds of elements that a showing rule selects by tag name or attribute, and with more force than one class */
function kindsIn(selectors: string, declarations: string): ShownKind[] {
  const isImportant = /!\s{0,9}important/i.test(declarations)
  return selectors.split(',').flatMap((selector) => {
    const [, tagName, attribute] = KIND.exec(selector.trim()) ?? []
    const kind = attribute === undefined ? tagName?.toLowerCase() : `[${attribute.toLowerCase()}]`
    // What stands before an element is not compared.
    const around = /[~+]/.test(selector) ? [] : (selector.match(NAME) ?? [])
    return kind !== undefined && (isImportant || FORCE.test(selector)) ? [{ kind, around }] : []
  })
}

/** A quick test: most pages have no style sheet with such a rule. Scripts are searched only on the others. */
function mayHide(source: string): boolean {
  let at = source.indexOf('<style')
  for (let read = 0; at >= 0 && read < MAX_STYLES;) {
    const end = source.indexOf('</style', at)
    const text = source.slice(at, end < 0 ? source.length : end)
    if (HIDES.test(text)) return true
    read += text.length
    at = end < 0 ? -1 : source.indexOf('<style', end)
  }
  return false
}

/** Matches the tags of style sheets, of elements whose style sheets do not apply, and of scripts. */
const TAG = /<(\/?)(style|script|noscript|template|svg)\b([^>]{0,500})>/gi
/** Elements whose content is text, so that tags in it do not count. It is skipped, because it is half of a page. */
const RAW_TEXT_ELEMENTS = new Set(['style', 'script', 'noscript'])
/** Matches the attributes of style sheets that apply only sometimes. */
const OTHER_MEDIA =
  /\b(?:media\s*=\s*["']?(?!\s*(?:all|screen)\s*(?:["'\s]|$))|disabled\b|type\s*=\s*["']?(?!text\/css))/i

/** @returns the text of all style sheets in the page that apply at every width */
function styleSheetsIn(source: string): string {
  let styles = ''
  let left: string | undefined
  TAG.lastIndex = 0
  for (let tag = TAG.exec(source); tag !== null; tag = TAG.exec(source)) {
    const [, slash, rawName, attributes = ''] = tag
    const name = rawName!.toLowerCase()
    if (slash === '/') {
      if (name === left) left = undefined
    } else if (RAW_TEXT_ELEMENTS.has(name)) {
      const start = TAG.lastIndex
      if (name === 'style' && left === undefined && !OTHER_MEDIA.test(attributes))
        styles += `\n${textUntil(source, start, '</style')}`
      TAG.lastIndex = Math.max(start, source.indexOf(`</${rawName!}`, start))
    } else left ??= name
  }
  return styles.length > MAX_STYLES ? '' : styles
}

/** @returns the texts of all scripts in the page */
export function scriptsIn(source: string): string[] {
  const scripts: string[] = []
  let length = 0
  for (let at = source.indexOf('<script'); at >= 0 && length < MAX_SCRIPTS; at = source.indexOf('<script', at + 7)) {
    scripts.push(textUntil(source, at, '</script'))
    length += scripts.at(-1)!.length
  }
  return scripts
}

function textUntil(source: string, start: number, end: string): string {
  const at = source.indexOf(end, start)
  return source.slice(start, at < 0 ? source.length : at)
}

interface Rule {
  readonly selectors: string
  /** bounds of the declarations in the text; the end is -1 for a block that contains other blocks */
  readonly start: number
  end: number
  /** whether the rule is in a block such as `@media` */
  readonly isConditional: boolean
}

const OPENING = 0x7b
const CLOSING = 0x7d
const SEMICOLON = 0x3b

function rulesIn(text: string): Rule[] {
  const rules: Rule[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at)
    if (sign === OPENING) {
      depth += 1
      const selectors = text.slice(Math.max(start, at - MAX_SELECTOR), at)
      if (rules.push({ selectors, start: at + 1, end: -1, isConditional: depth > 1 }) > MAX_RULES) return []
      start = at + 1
    } else if (sign === CLOSING) {
      depth = Math.max(0, depth - 1)
      const last = rules.at(-1)
      // Only the innermost block has declarations.
      if (last?.end === -1) last.end = at
      start = at + 1
    } else if (sign === SEMICOLON && depth === 0) start = at + 1
  }
  return rules.filter(({ end, selectors }) => end >= 0 && !selectors.trimStart().startsWith('@'))
}

function withoutComments(styles: string): string {
  const parts = styles.split('/*')
  return parts.map((part, at) => (at === 0 ? part : (part.split('*/', 2)[1] ?? ''))).join(' ')
}
