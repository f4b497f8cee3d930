import type { Html } from '../../kernel/html.ts'
import { configPage, type ConfigView } from './config.page.ts'
import { feedsPage } from './feeds.page.ts'
import { rulesPage } from './rules.page.ts'
import type { ConfigFormName } from './save-config-form.ts'

/** A page that contains some of the forms that are sent to `/config`. */
interface ConfigPage {
  readonly path: string
  readonly render: (view: ConfigView) => Html
}

export const CONFIG_PAGES = {
  account: { path: '/config', render: configPage },
  feeds: { path: '/config/feeds', render: feedsPage },
  rules: { path: '/config/rules', render: rulesPage },
} as const satisfies Readonly<Record<string, ConfigPage>>

/** The page of each form. */
export const PAGE_OF_FORM: Readonly<Record<ConfigFormName, ConfigPage>> = {
  config: CONFIG_PAGES.account,
  update_user: CONFIG_PAGES.account,
  change_passwd: CONFIG_PAGES.account,
  feed_config: CONFIG_PAGES.feeds,
  tagging_rule: CONFIG_PAGES.rules,
  upload_tagging_rule_file: CONFIG_PAGES.rules,
  ignore_origin_user_rule: CONFIG_PAGES.rules,
}
