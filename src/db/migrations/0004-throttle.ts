import type { Migration } from './migration.ts'

/** Budgets of sign-in attempts, for several processes that share them. A single process keeps them in memory. */
export const throttle: Migration = {
  name: '0004-throttle',
  up: ({ dialect }) =>
    dialect === 'postgres'
      ? 'create unlogged table throttle (key varchar(255) primary key, points integer not null default 0, expire bigint);'
      : '',
}
