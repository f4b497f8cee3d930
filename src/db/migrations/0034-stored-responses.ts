import type { Migration } from './migration.ts'

/** Responses to requests with an `Idempotency-Key`, for answering the same request again. */
export const storedResponses: Migration = {
  name: '0034-stored-responses',
  up: ({ int, blob }) => `
create table stored_response (
  user_id ${int} not null references users (id) on delete cascade,
  request_key text not null,
  fingerprint text not null,
  started_at text not null,
  status ${int},
  headers text,
  body ${blob},
  primary key (user_id, request_key)
);
create index stored_response_age on stored_response (started_at);
`,
}
