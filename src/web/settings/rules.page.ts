import type { Html } from '../../kernel/html.ts'
import type { ConfigView } from './config.page.ts'
import { ignoreOriginSection, rulesSection } from './rules-sections.ts'
import { settingsLayout } from './settings-layout.ts'

/** @returns the settings page of the rules: tagging rules, and rules about the origins of entries */
export function rulesPage(view: ConfigView): Html {
  const { t } = view.frame.words
  const main = [rulesSection(view), ignoreOriginSection(view)]
  const [title, lead] = [t('settings.places.rules'), t('rules.pageLead')]
  return settingsLayout({ frame: view.frame, title, lead, page: 'rules', main })
}
