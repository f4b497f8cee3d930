/** A queue in which owners take turns. */
export interface FairQueue<T> {
  add(owner: string, task: T): void
  /** @returns the oldest task of the owner whose turn it is; undefined when nothing waits */
  take(): T | undefined
  /** @returns everything that waits; nothing does afterwards */
  takeAll(): T[]
  /** @returns how many tasks wait */
  size(): number
}

/** @returns an empty queue; an owner who has had a turn goes behind all others who wait */
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
