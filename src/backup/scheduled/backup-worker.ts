import { parentPort } from 'node:worker_threads'
import type { WorkerMessage } from '../../threads/worker-thread.ts'
import { makeBackup } from '../make-backup.ts'
import type { BackupResult, BackupTask } from './backup-task.ts'

parentPort?.on('message', async (task: BackupTask) => {
  parentPort?.postMessage(await runTask(task), [])
})
parentPort?.postMessage({ kind: 'ready' } satisfies WorkerMessage, [])

async function runTask({ source, target, environment }: BackupTask): Promise<WorkerMessage> {
  Object.assign(process.env, environment)
  try {
    const { manifest, damagedImages } = await makeBackup(source, target)
    const value: BackupResult = {
      rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
      images: manifest.images,
      bytes: manifest.files.reduce((sum, { bytes }) => sum + bytes, 0),
      damagedImages,
    }
    return { kind: 'done', value }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { kind: 'failed', code: undefined, message }
  }
}
