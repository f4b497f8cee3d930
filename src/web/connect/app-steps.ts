import { html, type Child, type Html } from '../../kernel/html.ts'
import { copyableText } from '../layout/copyable-text.ts'
import type { Localization } from '../layout/localization.ts'
import type { AppInterface } from './app-interface.ts'
import type { AppValues } from './app-values.ts'
import type { AppScreen, ConnectableApp } from './connectable-app.ts'
import type { ConfigFile } from './config-file.ts'

/** What apps without fields of their own ask for, by their interface. */
const USUAL_VALUES: Readonly<Record<AppInterface, readonly (keyof AppValues)[]>> = {
  wallabag: ['address', 'clientId', 'clientSecret', 'username', 'key'],
  greader: ['address', 'username', 'key'],
  fever: ['address', 'username', 'key'],
  miniflux: ['address', 'key'],
  linkding: ['address', 'key'],
  readeck: ['address', 'key'],
  kosync: ['address', 'username', 'key'],
  opds: ['address', 'username', 'key'],
  kobo: [],
  capture: ['address', 'key'],
  mcp: ['address', 'key'],
  save: ['address', 'key'],
}

/** The services whose apps are meant, as apps name them when a user adds an account. */
const SERVICES: Readonly<Partial<Record<AppInterface, string>>> = {
  wallabag: 'wallabag',
  greader: 'FreshRSS / Google Reader',
  fever: 'Fever',
  miniflux: 'Miniflux',
  linkding: 'linkding',
  readeck: 'Readeck',
}

/** @returns the steps in the app, from its menu to its last button, with everything to enter */
export function appSteps(app: ConnectableApp, values: AppValues, t: Localization['t']): Html {
  const { screens, file } = app
  const hasOnlyFile = file !== undefined && screens === undefined
  const parts: Child[] = hasOnlyFile
    ? [fileStep(file, values, t)]
    : [
        app.isMenuOfBook && html`<p>${t('connect.openBook')}</p>`,
        startStep(app, t),
        ...(screens ?? [usualScreen(app, t)]).map((screen) => screenStep(screen, values, t)),
      ]
  return html`
    <ol class="tour-steps">${parts.filter(Boolean).map((part) => html`<li>${part}</li>`)}</ol>
    ${file && screens && fileStep(file, values, t)}
  `
}

/** @returns the way to the fields, if the app shows them somewhere below its first screen */
function startStep({ menus, screens, interface: name }: ConnectableApp, t: Localization['t']): Child {
  if (menus !== undefined) return html`<p>${t('connect.menus', { menus })}</p>`
  const service = SERVICES[name]
  return !screens && service && html`<p>${t('connect.account', { service })}</p>`
}

function usualScreen(app: ConnectableApp, t: Localization['t']): AppScreen {
  return { fields: USUAL_VALUES[app.interface].map((name) => [t(`connect.values.${name}`), name] as const) }
}

function screenStep({ fields, button }: AppScreen, values: AppValues, t: Localization['t']): Html {
  return html`
    ${fields.length > 0 && fieldList(fields, values, t)}
    ${button !== undefined && html`<p>${t('connect.press', { button })}</p>`}
  `
}

function fieldList(fields: AppScreen['fields'], values: AppValues, t: Localization['t']): Html {
  return html`
    <p>${t('connect.enter')}</p>
    <dl class="facts">
      ${fields.map(
        ([label, content]) => html`
          <dt>${label}</dt>
          <dd>${copyableText(typeof content === 'string' ? values[content] : content.text, t)}</dd>
        `,
      )}
    </dl>
  `
}

function fileStep({ kind, path, text }: ConfigFile, values: AppValues, t: Localization['t']): Html {
  const content = text(values)
  return html`
    <div class="stack">
      <p>${t(`connect.file.${kind}`, { path })}</p>
      <pre tabindex="0"><code>${content}</code></pre>
      <p>${copyableText('', t, content)}</p>
    </div>
  `
}
