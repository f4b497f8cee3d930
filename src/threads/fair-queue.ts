/** A queue of tasks whose owners, such as users, take turns. */
interface FairQueue<T> {
  add(owner: string, task: T): void
  /** @returns the oldest task of the owner whose turn it is; undefined if no task is waiting */
  take(): T | undefined
  /**
   * Empties the queue.
   * @returns all waiting tasks
   */
  takeAll(): T[]
  /** @returns the number of waiting tasks */
  size(): number
}

/** @returns an empty queue. When a task is taken, its owner moves behind all other owners with waiting tasks. */
export function createFairQueue<T>(): FairQueue<T> {
  const waiting = new Map<string, T[]>()
  let size = 0

  function take(): T | undefined {
    const [first] = waiting
    if (first === undefined) return undefined
    const [owner, tasks] = first
    const task = tasks.shift()
    size -= 1
    waiting.delete(owner)
    if (tasks.length > 0) waiting.set(owner, tasks)
    return task
  }

  return {
    take,
    size: () => size,
    add: (owner, task) => {
      size += 1
      const tasks = waiting.get(owner)
      if (tasks === undefined) waiting.set(owner, [task])
      else tasks.push(task)
    },
    takeAll: () => {
      const all = [...waiting.values()].flat()
      waiting.clear()
      size = 0
      return all
    },
  }
}
