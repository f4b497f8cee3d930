import { parentPort } from 'node:worker_threads'
import type { WorkerMessage } from '../threads/worker-thread.ts'
import { decodeEntry } from './changed-entries.ts'
import { makeSnippets } from './make-snippet.ts'
import type { SearchTask } from './search-task.ts'
import { countWordsSqlite } from './sqlite/sqlite-word-counts.ts'
import { findSqlite } from './sqlite-find.ts'
import { indexChangesSqlite, resetIndexSqlite, openIndexConnection, type IndexConnection } from './sqlite-index.ts'
import { listSqlite } from './sqlite-list.ts'
import { snippetsSqlite } from './sqlite/sqlite-snippets.ts'
import { searchVector } from './postgres/search-vector.ts'

/**
 * The connection of this search thread to its SQLite file, opened by the first task that needs it. The thread sends one
 * response to each task.
 */
let connection: IndexConnection | undefined
const open = (path: string): IndexConnection => (connection ??= openIndexConnection(path))

parentPort?.on('message', async (task: SearchTask) => parentPort?.postMessage(await answer(task), []))
parentPort?.postMessage({ kind: 'ready' } satisfies WorkerMessage, [])

async function answer(task: SearchTask): Promise<WorkerMessage> {
  try {
    return { kind: 'done', value: await work(task) }
  } catch (error) {
    return { kind: 'failed', code: undefined, message: error instanceof Error ? error.message : String(error) }
  }
}

async function work(task: SearchTask): Promise<unknown> {
  switch (task.kind) {
    case 'find':
      return findSqlite(open(task.path), task.owner, task.query, task.page)
    case 'list':
      return listSqlite(open(task.path), task.owner, task.filter, task.total)
    case 'read':
      return open(task.path).all(task.sql, ...task.parameters)
    case 'countWords':
      return countWordsSqlite(open(task.path), task.owner, task.words)
    case 'catchUp':
      return indexChangesSqlite(open(task.path), task.owner, task.limitMs)
    case 'forget':
      return resetIndexSqlite(open(task.path), task.owner)
    case 'vectors':
      return task.entries.map((entry) => searchVector(task.owner, decodeEntry(entry)))
    case 'snippets':
      return makeSnippets(task.query, task.contents)
    case 'storedSnippets':
      return snippetsSqlite(open(task.path), task.owner, task.query, task.ids)
  }
}
