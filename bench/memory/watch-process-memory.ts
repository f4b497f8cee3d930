import { readdir, readFile } from 'node:fs/promises'

/** Milliseconds between two samples of the memory. */
const SAMPLE_MS = 50

/** @returns the anonymous memory of a process and its descendants in megabytes, as reported by the kernel (proc(5)) */
export async function anonymousMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const own = Number(/^RssAnon:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024
  const others = await Promise.all((await childrenOf(pid)).map(anonymousMegabytes))
  return others.reduce((sum, one) => sum + one, own)
}

/**
 * @returns the ids of all child processes. Linux lists the children of each thread separately, because any thread can
 * start a process.
 */
async function childrenOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [])
  const lists = await Promise.all(
    threads.map((id) => readFile(`/proc/${pid}/task/${id}/children`, 'utf8').catch(() => '')),
  )
  return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number))
}

/** Records the peak memory of a process and its descendants until it is stopped. */
export interface MemoryWatch {
  /** @returns the peak since the previous call, in megabytes */
  takePeak(): number
  stop(): Promise<void>
}

/**
 * @param pid id of the process
 * @param limit maximum in megabytes; the process is killed at the first sample above it
 */
export function watchMemory(pid: number, limit: number): MemoryWatch {
  let peak = 0
  const stopped = new AbortController()
  const running = (async () => {
    while (!stopped.signal.aborted) {
      const megabytes = await anonymousMegabytes(pid)
      if (megabytes > limit) {
        console.log(`killed at ${megabytes.toFixed(0)} MB`)
        process.kill(pid, 'SIGKILL')
        return
      }
      peak = Math.max(peak, megabytes)
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS))
    }
  })()
  return {
    takePeak: () => {
      const highest = peak
      peak = 0
      return highest
    },
    stop: async () => {
      stopped.abort()
      await running
    },
  }
}
