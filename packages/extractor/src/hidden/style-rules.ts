/** Maximum sizes in characters, and number of rules. Longer style sheets hide nothing, because they are not read whole. */
const MAX_STYLES = 300_000
const MAX_SCRIPTS = 1_000_000
const MAX_RULES = 5000
const MAX_SELECTOR = 1000

/** What the style sheets in the source of a page say about class names (`.x`) and ids (`#x`). */
export interface StyleRules {
  /** Names of elements that a simple rule hides, and no other rule shows. */
  readonly hidden: ReadonlySet<string>
  /** Names in the selectors of rules that show elements. */
  readonly shown: ReadonlySet<string>
}

const NO_RULES: StyleRules = { hidden: new Set(), shown: new Set() }
const HIDES = /(?:display\s{0,9}:\s{0,9}none|visibility\s{0,9}:\s{0,9}hidden)/i
const DISPLAY = /(?:^|[;\s])(?:display|visibility)\s{0,9}:\s{0,9}([a-z-]+)/gi
/** A quick test before `DISPLAY`: most rules set neither property. */
const MAY_SHOW = /display|visibility/i
const SIMPLE_SELECTOR = /^[.#][\w-]+$/
const NAME = /[.#][\w-]+/g

/**
 * Reads the rules for single classes and ids with `display: none` or `visibility: hidden` in the style sheets of a page.
 * Rules within `@media` and other conditions hide nothing, but they may show what others hide.
 *
 * @param source the HTML of the page
 */
export function readStyleRules(source: string): StyleRules {
  if (!mayHide(source)) return NO_RULES
  const hidden = new Set<string>()
  const shown = new Set<string>()
  const styles = withoutComments(styleSheetsIn(source))
  for (const { selectors, start, end, isConditional } of rulesIn(styles)) {
    const declarations = styles.slice(start, end)
    if (!MAY_SHOW.test(declarations)) continue
    const values = [...declarations.matchAll(DISPLAY)].map(([, value]) => value!.toLowerCase())
    if (values.length === 0) continue
    const isHiding = values.some((value) => value === 'none' || value === 'hidden')
    if (!isHiding) for (const name of selectors.match(NAME) ?? []) shown.add(name)
    else if (!isConditional)
      for (const selector of selectors.split(','))
        if (SIMPLE_SELECTOR.test(selector.trim())) hidden.add(selector.trim())
  }
  for (const name of shown) hidden.delete(name)
  return { hidden, shown }
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

/** Matches the tags of style sheets, and of elements whose style sheets do not apply. */
const TAG = /<(\/?)(style|noscript|template|svg)\b([^>]{0,500})>/gi
/** Matches the attributes of style sheets that apply only sometimes. */
const OTHER_MEDIA =
  /\b(?:media\s*=\s*["']?(?!\s*(?:all|screen)\s*(?:["'\s]|$))|disabled\b|type\s*=\s*["']?(?!text\/css))/i

/** @returns the text of all style sheets in the page that apply at every width */
function styleSheetsIn(source: string): string {
  let styles = ''
  let left: string | undefined
  for (const tag of source.matchAll(TAG)) {
    const [whole, slash, rawName, attributes = ''] = tag
    const name = rawName!.toLowerCase()
    if (left === undefined && slash === '') {
      left = name
      if (name === 'style' && !OTHER_MEDIA.test(attributes))
        styles += `\n${textUntil(source, tag.index + whole.length, '</style')}`
    } else if (name === left && slash === '/') left = undefined
  }
  return styles.length > MAX_STYLES ? '' : styles
}

/** @returns the text of all scripts in the page */
export function scriptsIn(source: string): string {
  const scripts: string[] = []
  let length = 0
  for (let at = source.indexOf('<script'); at >= 0 && length < MAX_SCRIPTS; at = source.indexOf('<script', at + 7)) {
    scripts.push(textUntil(source, at, '</script'))
    length += scripts.at(-1)!.length
  }
  return scripts.join(' ')
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
