import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/** Code of the checkpoint thread: it makes a checkpoint for each message `true`, and ends after a message `false`. */
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
