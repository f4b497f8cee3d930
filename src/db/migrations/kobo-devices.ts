import type { ColumnTypes } from './migration.ts'

/** Adds the settings of Kobo e-readers. The key of a device is the app password with the same id. */
export const koboDevices = ({ int, clustered }: ColumnTypes): string => `
create table kobo_device (
  user_id ${int} not null,
  app_password_id ${int} not null,
  store text not null,
  has_color ${int} not null,
  removes_archived ${int} not null,
  primary key (user_id, app_password_id),
  foreign key (user_id, app_password_id) references app_password (user_id, id) on delete cascade
)${clustered};
`
