import { untilIndexed } from './fill-library.ts'
import { download, type Reader } from './signed-in-user.ts'

export interface Stage {
  /** address of the server */
  readonly base: string
  /** address of the web site whose pages are saved */
  readonly site: string
  readonly databaseUrl: string
  readonly readers: readonly Reader[]
}

/** Milliseconds for which one of two downloads pauses after its first bytes, like a slow client. */
const STALL_MS = 10_000

/** Sends one request of each kind, so that all modules are loaded. */
export async function warmUp(stage: Stage): Promise<void> {
  const [reader] = stage.readers
  await save(stage, reader!, '/warm-up')
  for (const path of ['/api/entries?perPage=30', '/api/search?term=tide']) await ask(stage, reader!, path)
  await (await fetch(stage.base, { headers: { cookie: reader!.cookie } })).text()
}

interface WireList {
  readonly _embedded: { readonly items: readonly { readonly id: number; readonly http_status: string | null }[] }
}

/**
 * Saves pages concurrently, and waits until all are fetched.
 * @returns a note with the number of pages
 */
export async function savePages(stage: Stage, count: number): Promise<string> {
  const [reader] = stage.readers
  const numbers = Array.from({ length: count }, (_, index) => index)
  const ids = await Promise.all(numbers.map((index) => save(stage, reader!, `/page/${index}`)))
  for (let read = 0; read < count;) {
    await new Promise((resolve) => setTimeout(resolve, 500))
    const list = (await ask(stage, reader!, `/api/entries?detail=metadata&perPage=${count}`)) as WireList
    const states = new Map(list._embedded.items.map((entry) => [entry.id, entry.http_status]))
    read = ids.filter((id) => states.get(id) === '200').length
  }
  return `${count} pages read`
}

async function save({ base, site }: Stage, { token }: Reader, path: string): Promise<number> {
  const answer = await fetch(`${base}/api/entries`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: site + path }),
  })
  if (answer.status !== 200) throw new Error(`a save answered ${answer.status}`)
  return ((await answer.json()) as { id: number }).id
}

async function ask({ base }: Stage, { token }: Reader, path: string): Promise<unknown> {
  const answer = await fetch(base + path, { headers: { authorization: `Bearer ${token}` } })
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
  return answer.json()
}

/** Text at the end of a complete file, by format. */
const FILE_ENDS = { epub: 'PK\u0005\u0006', pdf: '%%EOF', json: ']' } as const

/**
 * Exports all entries of both users at the same time. One of the downloads pauses like a slow client.
 * @returns a note with the sizes of the files
 */
export async function exportTwice({ base, readers }: Stage, format: keyof typeof FILE_ENDS): Promise<string> {
  const files = await Promise.all(
    readers.map((reader, index) => download(base, `/export/all.${format}`, reader, index === 0 ? 0 : STALL_MS)),
  )
  for (const { end } of files) if (!end.includes(FILE_ENDS[format])) throw new Error(`a file of ${format} has no end`)
  return files.map(({ bytes }) => `${(bytes / 1e6).toFixed(1)} MB`).join(' and ')
}

/**
 * Imports a Pocket file without fetching pages, and waits until all rows are searchable.
 * @returns a note with the durations of the import and of the indexing
 */
export async function importRows(stage: Stage, rows: number): Promise<string> {
  const { base, readers } = stage
  const { token } = readers[1]!
  const since = performance.now()
  const seconds = () => ((performance.now() - since) / 1000).toFixed(0)
  const answer = await fetch(`${base}/api/imports?format=pocket_csv&fetch=0`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
    body: pocketFile(rows),
  })
  const { id } = (await answer.json()) as { id: number }
  for (;;) {
    const { state, imported } = (await ask(stage, readers[1]!, `/api/imports/${id}`)) as Record<string, unknown>
    if (state === 'done' && imported === rows) break
    if (state === 'done' || state === 'failed') throw new Error(`the import is ${state} with ${imported} rows`)
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  const imported = seconds()
  await untilIndexed(stage.databaseUrl)
  return `imported after ${imported} s, indexed after ${seconds()} s`
}

function pocketFile(rows: number): string {
  const lines = ['title,url,time_added,tags,status']
  for (let row = 0; row < rows; row++) {
    const time = 1_500_000_000 + row
    lines.push(`"Title ${row}, with comma",https://host${row % 500}.example/page/${row},${time},tag${row % 50},unread`)
  }
  return lines.join('\n')
}
