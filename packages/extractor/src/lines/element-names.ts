import { namesOf } from '../dom/class-name-hints.ts'
import type { PageElement } from '../dom/page-tree.ts'

const NOT_READ = -1

/**
 * The distinct names (class and id) of the elements of a page, each with a number. What follows from a name is computed
 * once for each number. Names are read when they are first needed, because many elements contain no line.
 */
export class ElementNames {
  /** The names by number. Number 0 is that of elements without class and id. */
  readonly texts: string[] = ['']
  readonly #elements: readonly PageElement[]
  readonly #numbers = new Map([['', 0]])
  readonly #ofElement: Int32Array

  /** @param elements the elements of a page, in the order of `PageLines` */
  constructor(elements: readonly PageElement[]) {
    this.#elements = elements
    this.#ofElement = new Int32Array(elements.length).fill(NOT_READ)
  }

  /** @returns the number of the names of the element with this index */
  numberOf(index: number): number {
    const known = this.#ofElement[index]!
    if (known !== NOT_READ) return known
    const names = namesOf(this.#elements[index]!)
    let number = this.#numbers.get(names)
    if (number === undefined) {
      number = this.texts.push(names) - 1
      this.#numbers.set(names, number)
    }
    this.#ofElement[index] = number
    return number
  }
}
