import { attributeOf, elementsOf, findElement, isElement, type PageElement } from '../../dom/page-tree.ts'

/** What the text of a style looks like: the HTML elements for it, from the outermost. */
type InlineName = 'strong' | 'em' | 's' | 'sup' | 'sub' | 'code'

/** What the paragraphs of a style are. */
export type Role = 'title' | 'quotation' | 'code' | 'term' | 'definition'

interface Style {
  readonly inline: readonly InlineName[]
  readonly isHidden: boolean
  readonly role: Role | undefined
}

const PLAIN: Style = { inline: [], isHidden: false, role: undefined }
/** Maximum number of styles that inherit from each other. */
const MAX_PARENTS = 10

/** Names of styles of LibreOffice, Word and pandoc, which write `_20_` for a space. */
const ROLES: readonly (readonly [RegExp, Role])[] = [
  [/^title$/i, 'title'],
  [/^(?:quotations?|(?:intense )?quote|block ?(?:text|quote))$/i, 'quotation'],
  [/^(?:preformatted text|source code|html preformatted)$/i, 'code'],
  [/^definition term(?: tight)?$/i, 'term'],
  [/^definition definition(?: tight)?$/i, 'definition'],
]

/** The styles of a document (OpenDocument 1.3, part 3, section 16), by their names. */
export class OdtStyles {
  readonly #styles = new Map<string, PageElement>()
  /** For each list style, the levels that are numbered. */
  readonly #numbered = new Map<string, ReadonlySet<number>>()

  /** @param parts the parsed files `styles.xml` and `content.xml` of a document */
  constructor(parts: readonly PageElement[]) {
    for (const element of parts.flatMap(elementsOf)) {
      const name = attributeOf(element, 'name')
      if (name === undefined) continue
      if (element.tagName === 'style') this.#styles.set(name, element)
      if (element.tagName === 'list-style') this.#numbered.set(name, numberedLevels(element))
    }
  }

  /** @returns the style with this name, with what it inherits */
  of(name: string | undefined): Style {
    let [style, at] = [PLAIN, name]
    for (let level = 0; level < MAX_PARENTS && at !== undefined; level++) {
      const element = this.#styles.get(at)
      style = inherited(style, element, at)
      at = element && attributeOf(element, 'parent-style-name')
    }
    return style
  }

  /** @returns whether the lists of this style are numbered on a level, from 1 */
  isNumbered(name: string | undefined, level: number): boolean {
    return this.#numbered.get(name ?? '')?.has(level) ?? false
  }
}

function inherited(style: Style, element: PageElement | undefined, name: string): Style {
  const role = style.role ?? roleOf(name)
  const properties = element && findElement(element, ({ tagName }) => tagName === 'text-properties')
  if (properties === undefined) return { ...style, role }
  const inline = style.inline.length > 0 ? style.inline : inlineNames(properties)
  return { inline, role, isHidden: style.isHidden || attributeOf(properties, 'display') === 'none' }
}

function roleOf(name: string): Role | undefined {
  const plain = name.replaceAll('_20_', ' ')
  return ROLES.find(([pattern]) => pattern.test(plain))?.[1]
}

function inlineNames(properties: PageElement): readonly InlineName[] {
  const value = (name: string): string => attributeOf(properties, name) ?? ''
  const position = value('text-position')
  const raised = Number.parseFloat(position)
  const names: readonly (readonly [boolean, InlineName])[] = [
    [/bold|[6-9]00/.test(value('font-weight')), 'strong'],
    [/italic|oblique/.test(value('font-style')), 'em'],
    [!['', 'none'].includes(value('text-line-through-style')), 's'],
    [position.startsWith('super') || raised > 0, 'sup'],
    [position.startsWith('sub') || raised < 0, 'sub'],
  ]
  return names.flatMap(([isSo, name]) => (isSo ? [name] : []))
}

function numberedLevels(list: PageElement): ReadonlySet<number> {
  const levels = list.childNodes.filter(isElement).filter(({ tagName }) => tagName === 'list-level-style-number')
  const numbered = levels.filter((level) => attributeOf(level, 'num-format') !== '')
  return new Set(numbered.map((level) => Number(attributeOf(level, 'level') ?? 1)))
}
