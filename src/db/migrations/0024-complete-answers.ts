import type { Migration } from './migration.ts'

/** Whether a client receives members of responses that the interface specification omits. */
export const completeAnswers: Migration = {
  name: '0024-complete-answers',
  up: () => `
alter table oauth_client add column has_complete_answers integer not null default 0
  check (has_complete_answers in (0, 1));
`,
}
