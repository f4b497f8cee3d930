import type { Settings } from './config/settings.ts'
import type { Database } from './db/database.ts'
import { entryLoader } from './entries/listing/load-entries.ts'
import type { SendByRule } from './entries/tagging-rules/apply-tagging-rules.ts'
import type { ExportThreads } from './exports/export-threads.ts'
import { imageLoader } from './exports/load-images.ts'
import type { ImageStore } from './images/image-store.ts'
import type { JobQueue } from './jobs/job-queue.ts'
import type { UserId } from './kernel/branded-ids.ts'
import type { Clock } from './kernel/clock.ts'
import type { MemoryBudget } from './kernel/memory-budget.ts'
import { ruleSender } from './mail/send-by-rule.ts'
import { openMailer } from './mail/mailer.ts'
import type { MailJobDeps } from './mail/mail-jobs.ts'
import type { SearchIndex } from './search/search-index.ts'
import { findUserConfig } from './users/user-config.repository.ts'

interface MailNeeds {
  readonly database: Database
  readonly clock: Clock
  readonly jobs: JobQueue
  readonly memory: MemoryBudget
  readonly images: ImageStore
  readonly exportThreads: ExportThreads
  readonly searchIndex: SearchIndex
}

/** What jobs need for mails. `mailer` and `sendByRule` are absent if the settings name no server. */
export type Mail = MailJobDeps & { readonly sendByRule?: SendByRule }

export function openMail(settings: Settings, needs: MailNeeds): Mail {
  const { database, searchIndex, images } = needs
  const mailer = openMailer(settings)
  return {
    ...needs,
    ...(mailer && { mailer, sendByRule: ruleSender(needs) }),
    baseUrl: settings.DOGEAR_BASE_URL,
    loadEntries: entryLoader(database),
    loadImages: imageLoader(database, images),
    findConfig: (id: UserId) => database.read((db) => findUserConfig(db, id)),
    catchUp: (owner, limitMs) => searchIndex.catchUp(owner, limitMs),
    readComposed: (sql, parameters) => searchIndex.read(sql, parameters),
  }
}
