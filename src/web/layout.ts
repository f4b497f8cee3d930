import { html } from '../kernel/html.ts'
import type { Child, Html } from '../kernel/html.ts'
import { FONT_SHEETS } from './font-files.ts'
import type { ListName } from './list-name.ts'
import type { Words } from './words.ts'

/** What every page needs besides its own data. */
export interface PageFrame {
  /** Gives the address of an asset by its name, such as `css/base.css`. */
  readonly assetHref: (name: string) => string
  /** Says everything in the reader's language. */
  readonly words: Words
  /** Who is signed in, if anybody. */
  readonly viewer?: { readonly username: string }
  /** One sentence about what just happened, shown on top. */
  readonly notice?: string
}

export interface LayoutOptions {
  readonly frame: PageFrame
  readonly title: string
  /** `lists`: rail and bottom bar; `reader`: one slim row; `door`: a narrow column for who is not signed in. */
  readonly kind: 'lists' | 'reader' | 'door'
  readonly current?: ListName | 'clients' | 'imports' | 'config'
  readonly main: Child
  /** more about the page for its head */
  readonly head?: Html
}

const SHEETS = ['tokens', 'base', 'frame', 'forms', 'lists', 'reader'].map((name) => `css/${name}.css`)
const LISTS: readonly ListName[] = ['unread', 'starred', 'archive', 'all']

/** @returns a whole page. The same frame stands around every screen. */
export function layout({ frame, title, kind, current, main, head }: LayoutOptions): Html {
  const { t, language } = frame.words
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<title>${title} · ${t('frame.product')}</title>
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<link rel="icon" href="${frame.assetHref('images/favicon.svg')}" type="image/svg+xml">
<link rel="apple-touch-icon" href="${frame.assetHref('images/apple-touch-icon.png')}">
${[...FONT_SHEETS, ...SHEETS].map((name) => html`<link rel="stylesheet" href="${frame.assetHref(name)}">\n`)}${head}</head>
<body class="frame frame-${kind}">
<a class="skip" href="#main">${t('frame.skip')}</a>
<header class="rail">
${brand(frame)}
${frame.viewer && kind !== 'door' && navigation(frame.viewer.username, current, t)}
</header>
<main id="main" class="main" tabindex="-1">
${frame.notice && html`<p class="notice" role="status">${frame.notice}</p>`}
${main}
</main>
</body>
</html>
`
}

/** Clients look for the text of the `alt`, which names another product (contract, section 10); readers see the word. */
function brand({ assetHref, words: { t } }: PageFrame): Html {
  return html`<a class="brand" href="/"><img src="${assetHref('images/logo.svg')}" width="28" height="28" aria-hidden="true" alt="wallabag logo" />
<span>${t('frame.product')}</span></a>`
}

function navigation(username: string, current: LayoutOptions['current'], t: Words['t']): Html {
  return html`<nav class="lists-nav" aria-label="${t('frame.lists')}"><ul>
${LISTS.map((list) => html`<li>${navLink(`/${list}/list`, t(`frame.listNames.${list}`), list === current)}</li>\n`)}</ul></nav>
<nav class="account-nav" aria-label="${t('frame.account')}">
<p class="account-name" dir="auto">${username}</p>
<ul>
<li>${navLink('/import/', t('frame.imports'), current === 'imports')}</li>
<li>${navLink('/config', t('frame.config'), current === 'config')}</li>
<li>${navLink('/developer', t('frame.clients'), current === 'clients')}</li>
<li><a href="/logout">${t('frame.signOut')}</a></li>
</ul></nav>`
}

function navLink(href: string, label: string, isCurrent: boolean): Html {
  return isCurrent ? html`<a href="${href}" aria-current="page">${label}</a>` : html`<a href="${href}">${label}</a>`
}
