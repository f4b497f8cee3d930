import { parentPort } from 'node:worker_threads'

/** Actions that a test can request from this worker thread: to answer, hang, exhaust the memory, throw or exit. */
const ACTIONS: Readonly<Record<string, () => unknown>> = {
  answer: () => ({ kind: 'done', value: 'fine' }),
  'answer and leave': () => {
    setTimeout(() => process.exit(0), 20)
    return { kind: 'done', value: 'fine' }
  },
  hang: () => {
    for (;;) if (Date.now() < 0) return undefined
  },
  explode: () => {
    const kept: unknown[] = []
    for (;;) kept.push(Array.from({ length: 1000 }, () => ({})))
  },
  throw: () => {
    throw new Error('thrown on purpose')
  },
  leave: () => process.exit(3),
}

parentPort?.on('message', (deed: string) => parentPort?.postMessage(ACTIONS[deed]?.(), []))
parentPort?.postMessage({ kind: 'ready' }, [])
