import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'

/** The code of a thread that checkpoints at each message, until the message is `false`. */
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
