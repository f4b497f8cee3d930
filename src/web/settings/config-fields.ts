import type { ConfigFormName } from './save-config-form.ts'

/** The field that a refusal is about, by the name that the use case gives it. */
export const REFUSED_FIELDS: Readonly<Record<string, string>> = {
  itemsPerPage: 'config[items_per_page]',
  readingSpeed: 'config[reading_speed]',
  feedLimit: 'feed_config[feed_limit]',
  email: 'update_user[email]',
  old_password: 'change_passwd[old_password]',
  password: 'change_passwd[new_password][first]',
  second: 'change_passwd[new_password][second]',
}
/** The field that a refusal stands beside when it names none. */
export const FALLBACK_FIELDS: Readonly<Record<ConfigFormName, string>> = {
  config: 'config[items_per_page]',
  update_user: 'update_user[email]',
  change_passwd: 'change_passwd[old_password]',
  feed_config: 'feed_config[feed_limit]',
  tagging_rule: 'tagging_rule[rule]',
  upload_tagging_rule_file: 'upload_tagging_rule_file[file]',
  ignore_origin_user_rule: 'ignore_origin_user_rule[rule]',
}
