import { parseDatabaseUrl } from '../src/db/database-url.ts'
import type { Database } from '../src/db/database.ts'
import { openDatabase } from '../src/db/open-database.ts'
import { parseEntryAddress } from '../src/entries/saving/entry-address.ts'
import { saveEntry } from '../src/entries/saving/save-entry.ts'
import type { JobQueue } from '../src/jobs/job-queue.ts'
import type { UserId } from '../src/kernel/branded-ids.ts'
import { systemClock, type Clock } from '../src/kernel/clock.ts'
import { createClient } from '../src/oauth/create-client.ts'
import { loadInstanceKey } from '../src/config/instance-key.ts'
import { prepareDatabase } from '../src/prepare-database.ts'
import { createUser } from '../src/users/create-user.ts'
import { passwordHasher } from '../src/users/passwords/password-hasher.ts'

export interface Seeded {
  readonly clientId: string
  readonly clientSecret: string
  readonly username: string
  readonly password: string
}

interface SeedOptions {
  readonly databaseUrl: string
  readonly dataDirectory: string
  readonly entries: number
  readonly contentBytes: number
}

const NO_JOBS: JobQueue = {
  enqueue: async () => {
    throw new Error('seeding fetches nothing')
  },
}

/** Replaces the sanitiser, because the articles of the benchmarks do not need sanitising. */
const clean = async ({ html }: { readonly html: string }) => ({
  content: html,
  readingTime: 15,
  previewPicture: undefined,
  title: undefined,
  language: undefined,
})

/** Fills an empty database with a user, an API client, and entries with content. */
export async function seed({ databaseUrl, dataDirectory, entries, contentBytes }: SeedOptions): Promise<Seeded> {
  const location = parseDatabaseUrl(databaseUrl)
  await prepareDatabase(location)
  const database = await openDatabase({ location, poolSize: 4 })
  const deps = { database, clock: systemClock, hasher: passwordHasher() }
  const password = 'a password for benchmarks'
  const user = await createUser(deps, { username: 'reader', email: '', password, isAdmin: true })
  const instanceKey = loadInstanceKey(dataDirectory, '')
  const { client, secret } = await createClient(
    { ...deps, instanceKey },
    {
      ownerId: user.id,
      name: 'bench',
      redirectUri: '',
    },
  )
  await seedEntries(deps, user.id, { entries, contentBytes })
  await database.close()
  return { clientId: client.publicId, clientSecret: secret, username: 'reader', password }
}

interface ContentEnding {
  /** returns HTML to append to the content of an entry */
  readonly ending?: (index: number) => string
}

/** Saves entries with content, one after another. */
export async function seedEntries(
  deps: { readonly database: Database; readonly clock: Clock },
  owner: UserId,
  { entries, contentBytes, ending = () => '' }: Pick<SeedOptions, 'entries' | 'contentBytes'> & ContentEnding,
): Promise<void> {
  for (let index = 0; index < entries; index++) {
    await saveEntry(
      { ...deps, jobs: NO_JOBS, clean },
      {
        owner,
        address: parseEntryAddress(`https://example.org/article/${index}`),
        fields: {
          title: `Article number ${index}`,
          content: article(index, contentBytes) + ending(index),
          tags: ['bench'],
        },
        requestId: 'seed',
      },
    )
  }
}

function article(index: number, bytes: number): string {
  const paragraph = `<p>Paragraph of article ${index}: the "quoted" tide comes and goes, and <a href="https://example.org/${index}">so do its readers</a>.</p>\n`
  return paragraph.repeat(Math.ceil(bytes / paragraph.length))
}
