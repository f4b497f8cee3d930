import { accounts } from './0001-accounts.ts'
import { entries } from './0002-entries.ts'
import { jobs } from './0003-jobs.ts'
import { throttle } from './0004-throttle.ts'
import { userConfig } from './0005-user-config.ts'
import { images } from './0006-images.ts'
import { siteRules } from './0007-site-rules.ts'
import { search } from './0008-search.ts'
import { imports } from './0009-imports.ts'
import { rules } from './0010-rules.ts'
import { moreRules } from './0011-more-rules.ts'
import { siteCredentials } from './0012-site-credentials.ts'
import { secondFactor } from './0013-second-factor.ts'
import { progress } from './0014-progress.ts'
import { lists } from './0015-lists.ts'
import { language } from './0016-language.ts'
import { searchSegments } from './0017-search-segments.ts'
import { listCounts } from './0018-list-counts.ts'
import { siteIcon } from './0019-site-icon.ts'
import { securityEvents } from './0020-security-events.ts'
import { narrowLists } from './0021-narrow-lists.ts'
import { archivedOrder } from './0022-archived-order.ts'
import { searchVectors } from './0023-search-vectors.ts'
import { completeAnswers } from './0024-complete-answers.ts'
import { actionHistory } from './0025-action-history.ts'
import { annotationColor } from './0026-annotation-color.ts'
import { importPages } from './0031-import-pages.ts'
import { importTotal } from './0028-import-total.ts'
import { savedOrder } from './0029-saved-order.ts'
import { collections } from './0030-collections.ts'
import { sync } from './0032-sync.ts'
import { operations } from './0033-operations.ts'
import { storedResponses } from './0034-stored-responses.ts'
import { queryRules } from './0035-query-rules.ts'
import { collectionTimes } from './0036-collection-times.ts'
import { entryConditions } from './0037-entry-conditions.ts'
import { moveTimes } from './0038-move-times.ts'
import { lastIndexedEntry } from './0039-last-indexed-entry.ts'
import { entryNote } from './0040-entry-note.ts'
import { addressBacklog } from './0041-address-backlog.ts'
import { importMerged } from './0042-import-merged.ts'
import type { Migration } from './migration.ts'

/** All steps of the schema, in order. Only append to the list. */
export const MIGRATIONS: readonly Migration[] = [
  accounts,
  entries,
  jobs,
  throttle,
  userConfig,
  images,
  siteRules,
  search,
  imports,
  rules,
  moreRules,
  siteCredentials,
  secondFactor,
  progress,
  lists,
  language,
  searchSegments,
  listCounts,
  siteIcon,
  securityEvents,
  narrowLists,
  archivedOrder,
  searchVectors,
  completeAnswers,
  actionHistory,
  annotationColor,
  importTotal,
  savedOrder,
  collections,
  importPages,
  sync,
  operations,
  storedResponses,
  queryRules,
  collectionTimes,
  entryConditions,
  moveTimes,
  lastIndexedEntry,
  entryNote,
  addressBacklog,
  importMerged,
]
