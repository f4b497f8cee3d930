import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/**
 * Program of the checkpoint thread. It makes a checkpoint after each message `true`, and ends after a message `false`.
 */
const connection = new DatabaseSync(workerData as string, { timeout: 0 })
const checkpoint = connection.prepare('pragma wal_checkpoint(passive)')
parentPort?.on('message', (isWanted: boolean) => {
  if (isWanted) {
    checkpoint.get()
    parentPort?.postMessage(undefined, [])
  } else {
    connection.close()
    parentPort?.close()
  }
})
