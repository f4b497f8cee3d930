import type { Migration } from './migration.ts'

/** The colour of an annotation. wallabag's API has no such field. */
export const annotationColor: Migration = {
  name: '0026-annotation-color',
  up: () => `alter table annotation add column color text not null default 'yellow';`,
}
