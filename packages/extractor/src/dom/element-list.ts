import { elementsOf, type PageElement, type PageParent } from './page-tree.ts'

/**
 * All elements of a tree, in document order. Steps that do not change the tree share one list, because listing the
 * elements of a page for each of them takes as long as most steps.
 */
export class ElementList {
  readonly root: PageParent
  #all: readonly PageElement[] | undefined

  /** @param root the tree. Its elements are listed when they are first needed */
  constructor(root: PageParent) {
    this.root = root
  }

  /** @returns the elements at the time of the first call after `renew` */
  get all(): readonly PageElement[] {
    return (this.#all ??= elementsOf(this.root))
  }

  /** @returns the names of all elements */
  tagNames(): Set<string> {
    return new Set(this.all.map(({ tagName }) => tagName))
  }

  /** Forgets the elements, because some were added, moved or removed. */
  renew(): void {
    this.#all = undefined
  }
}
