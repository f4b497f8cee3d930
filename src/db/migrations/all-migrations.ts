import type { Migration } from './migration.ts'

/** All steps of the schema, in order. Only append to the list: a released step never changes. */
export const MIGRATIONS: readonly Migration[] = [
  { name: '0001-baseline', sql: async (types) => (await import('../baseline/baseline.ts')).baselineSql(types) },
  {
    name: '0002-tag-entry-counts',
    sql: async (types) => (await import('./tag-entry-counts.ts')).tagEntryCounts(types),
  },
  { name: '0003-indexed-entries', sql: async (types) => (await import('./indexed-entries.ts')).indexedEntries(types) },
  { name: '0004-trash-order', sql: async () => (await import('./trash-order.ts')).trashOrder() },
  {
    name: '0005-author-and-date-times',
    sql: async () => (await import('./author-and-date-times.ts')).authorAndDateTimes(),
  },
  {
    name: '0006-annotation-review',
    sql: async (types) => (await import('./annotation-review.ts')).annotationReview(types),
  },
  { name: '0007-annotation-tags', sql: async () => (await import('./annotation-tags.ts')).annotationTags() },
  {
    name: '0008-import-of-entries',
    sql: async (types) => (await import('./import-of-entries.ts')).importOfEntries(types),
  },
  {
    name: '0009-public-collections',
    sql: async () => (await import('./public-collections.ts')).publicCollections(),
  },
  {
    name: '0010-app-password-scopes',
    sql: async () => (await import('./app-password-scopes.ts')).appPasswordScopes(),
  },
  {
    name: '0011-registered-apps',
    sql: async (types) => (await import('./registered-apps.ts')).registeredApps(types),
  },
  { name: '0012-fever-keys', sql: async (types) => (await import('./fever-keys.ts')).feverKeys(types) },
  { name: '0013-import-contents', sql: async () => (await import('./import-contents.ts')).importContents() },
  { name: '0014-kosync', sql: async (types) => (await import('./kosync.ts')).kosync(types) },
  { name: '0015-kobo-devices', sql: async (types) => (await import('./kobo-devices.ts')).koboDevices(types) },
  {
    name: '0016-unplaced-annotations',
    sql: async (types) => (await import('./unplaced-annotations.ts')).unplacedAnnotations(types),
  },
  { name: '0017-send-by-mail', sql: async (types) => (await import('./send-by-mail.ts')).sendByMail(types) },
  { name: '0018-passkeys', sql: async (types) => (await import('./passkeys.ts')).passkeys(types) },
  { name: '0019-identities', sql: async (types) => (await import('./identities.ts')).identities(types) },
  { name: '0020-user-quotas', sql: async (types) => (await import('./user-quotas.ts')).userQuotas(types) },
  {
    name: '0021-imported-highlights',
    sql: async (types) => (await import('./imported-highlights.ts')).importedHighlights(types),
  },
  {
    name: '0022-activity-samples',
    sql: async (types) => (await import('./activity-samples.ts')).activitySamples(types),
  },
  {
    name: '0023-capture-objects',
    sql: async (types) => (await import('./capture-objects.ts')).captureObjects(types),
  },
  {
    name: '0024-provider-sessions',
    sql: async (types) => (await import('./provider-sessions.ts')).providerSessions(types),
  },
  { name: '0025-app-documents', sql: async (types) => (await import('./app-documents.ts')).appDocuments(types) },
  { name: '0026-owner-groups', sql: async (types) => (await import('./owner-groups.ts')).ownerGroups(types) },
]
