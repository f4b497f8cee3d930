import type { Migration } from './migration.ts'

/** The icon of a site, shown beside its name. */
export const siteIcon: Migration = {
  name: '0019-site-icon',
  up: () => `
alter table entry add column site_icon text;
`,
}
