import { groupBy } from './group-by.ts'
import { attributeOf, elementsOf, type PageElement, type PageParent } from './page-tree.ts'

/** The attributes by which steps look for elements. Listing all would take longer. */
const LISTED_ATTRIBUTES = [
  'class',
  'data-author',
  'data-author-username',
  'data-block-type',
  'data-node-type',
  'data-slate-type',
  'id',
  'itemprop',
  'itemtype',
  'name',
  'rel',
  'role',
  'slot',
  'src',
  'style',
] as const
type ListedAttribute = (typeof LISTED_ATTRIBUTES)[number]

type Groups = ReadonlyMap<string, readonly PageElement[]>

/**
 * All elements of a tree, in document order, and those with a name, an attribute or a class. Steps that do not change the
 * tree share the lists, because looking at all elements of a page takes as long as the rest of most steps.
 *
 * Each list is that at the time of its first use after `renew`.
 */
export class ElementList {
  readonly root: PageParent
  #all: readonly PageElement[] | undefined
  #byName: Groups | undefined
  #byAttribute: Groups | undefined
  #classes: ReadonlySet<string> | undefined
  #classText: string | undefined

  /** @param root the tree. Its elements are listed when they are first needed */
  constructor(root: PageParent) {
    this.root = root
  }

  /** @returns all elements */
  get all(): readonly PageElement[] {
    return (this.#all ??= elementsOf(this.root))
  }

  /** @returns the elements with this tag name. Many steps look at those of one name only, and most pages have few of them */
  named(tagName: string): readonly PageElement[] {
    return this.#named().get(tagName) ?? []
  }

  /** @returns the names of all elements */
  tagNames(): Set<string> {
    return new Set(this.#named().keys())
  }

  /** @returns the elements that had an attribute, also with an empty value, when the list was made */
  withAttribute(name: ListedAttribute): readonly PageElement[] {
    return (this.#byAttribute ??= byAttribute(this.all)).get(name)!
  }

  /**
   * @param pattern matches the value of a `class` attribute. Where it uses `^` or `$`, it must accept white space instead, as in
   *   `(?:^|\s)`, because it is first tested on all values of the page at once, each on a line of its own
   * @returns the elements whose `class` attribute matches
   */
  withClass(pattern: RegExp): readonly PageElement[] {
    this.#classText ??= [...this.#classValues()].join('\n')
    return pattern.test(this.#classText) ? this.withClassThat((classes) => pattern.test(classes)) : []
  }

  /**
   * @param isMatch a test of the value of a `class` attribute. It is called once for each value
   * @returns the elements whose `class` attribute passes the test
   */
  withClassThat(isMatch: (classes: string) => boolean): readonly PageElement[] {
    const matching = new Set<string>()
    for (const classes of this.#classValues()) if (isMatch(classes)) matching.add(classes)
    if (matching.size === 0) return []
    return this.withAttribute('class').filter((element) => matching.has(classesOf(element)))
  }

  #classValues(): ReadonlySet<string> {
    return (this.#classes ??= new Set(this.withAttribute('class').map(classesOf)))
  }

  #named(): Groups {
    return (this.#byName ??= groupBy(this.all, ({ tagName }) => tagName))
  }

  /** Forgets the elements, because some were added, moved or removed. */
  renew(): void {
    this.#all = this.#byName = this.#byAttribute = this.#classes = this.#classText = undefined
  }
}

function byAttribute(elements: readonly PageElement[]): Groups {
  const groups = new Map<string, PageElement[]>(LISTED_ATTRIBUTES.map((name) => [name, []]))
  for (const element of elements) for (const { name } of element.attrs) groups.get(name)?.push(element)
  return groups
}

function classesOf(element: PageElement): string {
  return attributeOf(element, 'class') ?? ''
}
