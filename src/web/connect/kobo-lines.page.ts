import { html, type Html } from '../../kernel/html.ts'
import type { ConfigurationSection } from '../../kobo-devices/device-configuration.ts'
import { copyableText } from '../layout/copyable-text.ts'
import type { PageFrame } from '../layout/layout.ts'
import { settingsLayout, settingsSection } from '../settings/settings-layout.ts'
import { koboDrawing } from './kobo-drawing.ts'

interface KoboLinesView {
  readonly frame: PageFrame
  /** name of the e-reader */
  readonly name: string
  readonly sections: readonly ConfigurationSection[]
}

/** @returns the page with the lines for the configuration of a new e-reader, and the steps that put them there */
export function koboLinesPage({ frame, name, sections }: KoboLinesView): Html {
  const { t } = frame.words
  const body = html`
    ${koboDrawing(t('kobo.drawing'))}
    <ol class="tour-steps">
      <li><p>${t('kobo.steps.plug')}</p></li>
      <li><p>${t('kobo.steps.file', { path: '.kobo/Kobo/Kobo eReader.conf' })}</p></li>
      ${sections.map(({ name: section, lines }) => {
        const text = lines.join('\n')
        return html`
          <li>
            <p>${t('kobo.steps.lines', { section: `[${section}]` })}</p>
            <pre tabindex="0"><code>${text}</code></pre>
            <p>${copyableText('', t, text)}</p>
          </li>
        `
      })}
      <li><p>${t('kobo.steps.eject')}</p></li>
    </ol>
    <p><a href="/connect/kobo">${t('kobo.done')}</a></p>
  `
  const main = settingsSection({ id: 'steps', title: t('kobo.linesTitle', { name }), lead: t('connect.once'), body })
  const title = t('connect.appTitle', { app: 'Kobo' })
  const lead = html`<a href="/connect">${t('connect.back')}</a>`
  return settingsLayout({ frame, title, lead, page: 'clients', current: 'clients', sheets: ['connect'], main })
}
