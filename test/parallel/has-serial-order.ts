import { isDeepStrictEqual } from 'node:util'
import { applied, type Answer, type Library, type Operation } from './library-model.ts'

/** An operation with the service's response. */
export interface Acknowledged {
  readonly operation: Operation
  readonly answer: Answer
}

/**
 * Searches for an order in which concurrent operations could have run one after the other. In such an order, the model
 * allows every response of the service, and its library is finally equal to that of the service.
 * @param before the library before the first operation
 * @param after the library after all operations were acknowledged
 * @returns true if there is such an order
 */
export function hasSerialOrder(before: Library, done: readonly Acknowledged[], after: Library): boolean {
  const visited = new Set<string>()
  const search = (library: Library, left: readonly Acknowledged[]): boolean => {
    if (left.length === 0) return isDeepStrictEqual(comparable(library), comparable(after))
    const key = JSON.stringify([library, left.map((one) => done.indexOf(one))])
    if (visited.has(key)) return false
    visited.add(key)
    return left.some((one) => {
      const next = applied(library, one.operation, one.answer)
      return (
        next !== undefined &&
        search(
          next,
          left.filter((other) => other !== one),
        )
      )
    })
  }
  return search(before, done)
}

/** @returns the library with only the labels of its tags, because the model cannot know the ids of new tags */
const comparable = (library: Library) => ({ ...library, tags: Object.keys(library.tags).toSorted() })
