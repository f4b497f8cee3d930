import type { ColumnTypes } from './migration.ts'

/**
 * Adds what the processes count every few minutes, for the picture of the last day. Rows are deleted after two days.
 */
export const activitySamples = ({ int, clustered }: ColumnTypes): string => `
create table activity_sample (
  started_at text not null,
  sample_key text not null,
  latencies text not null,
  server_errors ${int} not null,
  due_jobs ${int} not null,
  oldest_due_ms ${int} not null,
  primary key (started_at, sample_key)
)${clustered};
`
