import { html, type Child, type Html } from '../../kernel/html.ts'
import { earlyFonts, fontSheets } from '../assets/font-sheets.ts'
import { undoForm, undoLast } from '../action-history/undo-form.ts'
import { shortcutDialog } from '../shortcuts/shortcut-dialog.ts'
import { appearanceOf, type Appearance } from '../../users/appearance.ts'
import { rail } from './rail.ts'
import type { RailPage } from './list-name.ts'
import type { Localization } from './localization.ts'
import type { Viewer } from './viewer.ts'

/** Data for the parts that all pages share, such as the navigation and the account menu. */
export interface PageFrame {
  /** returns the address of an asset by its name, such as `css/base.css` */
  readonly assetHref: (name: string) => string
  /** the texts in the viewer's language */
  readonly words: Localization
  /** the signed-in user, if any */
  readonly viewer?: Viewer
  /** true if articles can be sent by e-mail */
  readonly canSend?: boolean
  /** theme, font and sizes that the user has chosen; visitors get the default */
  readonly look?: Appearance
  /** one sentence about the user's last action, shown above the page's content */
  readonly notice?: string
  /** present only on pages that the service worker renders, without the server */
  readonly offline?: OfflineState
  /** id of the action in `notice`, if it can be undone, and the path to return to after undoing it */
  readonly undo?: { readonly action: number; readonly back: string }
}

/** The state of a browser in which the service worker renders the pages, without the server. */
export interface OfflineState {
  /** number of the user's changes that the browser has not sent yet */
  readonly waiting: number
  /** number of the user's changes that the server refused */
  readonly problems: number
  /** why the server did not render the page */
  readonly reason: OfflineReason
}

/**
 * Why the service worker renders a page. `offline`: the server cannot be reached. `slow`: the server has not answered
 * yet; its page follows. `own`: the page shows data that only this browser has.
 */
export type OfflineReason = 'offline' | 'slow' | 'own'

interface LayoutOptions {
  readonly frame: PageFrame
  readonly title: string
  /**
   * `lists` has the navigation rail and, on phones, a bottom bar; `reader` has one slim row of navigation; `narrow` is
   * a narrow column without navigation, for visitors
   */
  readonly kind: 'lists' | 'reader' | 'narrow'
  readonly current?: RailPage
  /** the kind of page whose shortcuts apply; the same as `kind` if absent */
  readonly keys?: 'review'
  /** id of the collection that the page shows, to highlight it in the rail */
  readonly currentCollection?: number
  /** true for the page of unsent and failed changes. Other pages have a line that links to it. */
  readonly isOutbox?: boolean
  readonly main: Child
  /** further elements for the HTML `head` */
  readonly head?: Html
  /** true if the page contains no scripts */
  readonly isInert?: boolean
  /** true if search engines may list the page */
  readonly isIndexable?: boolean
  /** style sheets of this page in addition to the shared ones, such as `settings` for `css/settings.css` */
  readonly sheets?: readonly string[]
}

const SHEETS_OF_KIND = { lists: ['lists'], reader: ['reader'], narrow: ['lists', 'narrow'] } as const

/** @returns the sheets of a kind of page. The sheet of the reading page contains that of articles. */
const sheetsOfKind = ({ kind, isInert }: LayoutOptions): readonly string[] =>
  kind === 'reader' && !isInert ? ['reading'] : SHEETS_OF_KIND[kind]

const cssFile = (name: string): string => `css/${name}.css`

/**
 * @returns a complete page with the parts that all pages share. When the user leaves it, Turbo removes the style sheets
 *   that the next page does not have.
 */
export function layout(options: LayoutOptions): Html {
  const { frame, title, kind, main, head, isInert, isIndexable, sheets = [] } = options
  const { t, language } = frame.words
  const { theme, font, size, width, leading } = frame.look ?? appearanceOf({})
  const styles = [cssFile('shared'), ...fontSheets(font, kind === 'reader')]
  const own = [...sheetsOfKind(options), ...sheets].map(cssFile)
  return html`
    <!doctype html>
    <html
      lang="${language}"
      data-theme="${theme}"
      data-font="${font}"
      data-size="${size}"
      data-width="${width}"
      data-leading="${leading}"
    >
      <head>
        <meta charset="utf-8">
        <title>${title} · ${t('frame.product')}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
        <meta name="color-scheme" content="light dark">
        <meta name="robots" content="${isIndexable ? 'index, nofollow' : 'noindex, nofollow'}">
        <meta name="turbo-refresh-method" content="morph">
        <meta name="turbo-refresh-scroll" content="preserve">
        <link rel="icon" href="${frame.assetHref('images/favicon.svg')}" type="image/svg+xml">
        <link rel="apple-touch-icon" href="${frame.assetHref('images/apple-touch-icon.png')}">
        ${earlyFonts(titleFont(kind, font)).map(
          (name) => html`<link rel="preload" href="${frame.assetHref(name)}" as="font" type="font/woff2" crossorigin>`,
        )}
        ${styles.map((name) => html`<link rel="stylesheet" href="${frame.assetHref(name)}">`)}
        ${own.map((name) => html`<link rel="stylesheet" href="${frame.assetHref(name)}" data-turbo-track="dynamic">`)}
        ${!isInert && scripts(frame)}
        ${head}
      </head>
      <body class="${frameClass(options)}" data-palette="${paletteTitle(options)}">
        <a class="skip" href="#main">${t('frame.skip')}</a>
        <header class="rail">
          ${brand(frame)}
          ${frame.viewer && kind !== 'narrow' && rail(frame.viewer, options, t)}
        </header>
        <main id="main" class="main" tabindex="-1" data-revision="${revisionOf(frame)}">
          ${kind !== 'narrow' && unsentChanges(options)}
          ${notice(frame, kind)}
          ${main}
        </main>
        ${toasts(frame)}
        ${
          frame.viewer?.hasShortcuts &&
          kind !== 'narrow' &&
          html`
            ${frame.viewer.csrfToken && undoLast({ csrfToken: frame.viewer.csrfToken, t })}
            ${shortcutDialog(keysOf(options), t)}
          `
        }
      </body>
    </html>
  `
}

/** @returns the font of the titles. The chosen font applies only to articles. */
const titleFont = (kind: LayoutOptions['kind'], font: Appearance['font']): Appearance['font'] =>
  kind === 'reader' ? font : 'serif'

const keysOf = ({ keys, kind }: LayoutOptions): 'lists' | 'reader' | 'review' =>
  keys ?? (kind === 'reader' ? 'reader' : 'lists')

/** @returns the classes of the page, by which the command palette knows whose shortcuts apply */
const frameClass = ({ kind, keys }: LayoutOptions): string =>
  keys === undefined ? `frame frame-${kind}` : `frame frame-${kind} frame-${keys}`

/** @returns the accessible name of the command palette (client/command-palette.ts); undefined if there is none */
const paletteTitle = ({ frame: { viewer, words }, kind }: LayoutOptions): string | undefined =>
  viewer && kind !== 'narrow' ? words.t('palette.title') : undefined

/**
 * @returns the revision of the user's data on the page. The browser updates the page as soon as the server has a later
 *   revision (client/live). Pages that the service worker renders have revision 0, so every revision of the server is
 *   later.
 */
function revisionOf({ offline, viewer }: PageFrame): number | undefined {
  return offline ? 0 : viewer?.revision
}

/**
 * @returns a line for the numbers of unsent and failed changes. A script writes the numbers into it
 *   (client/schedule-synchronization.ts).
 */
function unsentChanges({ frame: { words, offline, viewer }, isOutbox }: LayoutOptions): Child {
  if (!viewer) return null
  const { t } = words
  const state = [offline?.waiting ?? 0, offline?.problems ?? 0].join(' ')
  return html`
    <p
      class="meta offline-state"
      id="offline-state"
      role="status"
      data-state="${state}"
      data-waiting="${t('outbox.waitingOne')}|${t('outbox.waitingOther')}"
      data-problems="${t('outbox.problemsOne')}|${t('outbox.problemsOther')}"
    >
      ${offline && offline.reason !== 'own' && reasonLine(offline.reason, t)}
      ${!isOutbox && html`<a href="/outbox"></a>`}
    </p>
  `
}

/** @returns the reason, which scripts read from its attribute (client/schedule-synchronization.ts) */
const reasonLine = (reason: 'offline' | 'slow', t: Localization['t']): Html =>
  html`<span data-reason="${reason}">${t(reason === 'slow' ? 'offline.slow' : 'offline.banner')}</span> `

/** @returns the place of messages, with the one about a form that could not be sent (client/main.ts) */
function toasts({ viewer, words: { t } }: PageFrame): Html {
  return html`
    <div
      id="toasts"
      class="toasts"
      aria-live="polite"
      data-turbo-permanent
      data-unsent="${viewer && t('frame.unsent')}"
    ></div>
  `
}

/** @returns what the last form did. On most pages it lies over the page for some seconds, so that nothing moves. */
function notice({ notice: text, undo, viewer, words: { t } }: PageFrame, kind: LayoutOptions['kind']): Child {
  if (!text) return null
  const controller = kind === 'narrow' ? '' : 'toast'
  const form = undo && viewer?.csrfToken && undoForm({ csrfToken: viewer.csrfToken, t, ...undo })
  return html`
    <div class="notice" data-turbo-temporary role="status" data-controller="${controller}"><span>${text}</span>${form}</div>
  `
}

function scripts({ assetHref }: PageFrame): Html {
  return html`
    <link rel="manifest" href="${assetHref('app.webmanifest')}" crossorigin="use-credentials">
    <script type="module" src="${assetHref('client/main.js')}"></script>
  `
}

/**
 * @returns the logo and the product name. Apps for wallabag search pages for the text in `alt` (wallabag contract,
 *   section 10). Screen readers skip the image.
 */
function brand({ assetHref, words: { t } }: PageFrame): Html {
  return html`
    <a class="brand" href="/">
      <img src="${assetHref('images/logo.svg')}" width="28" height="28" aria-hidden="true" alt="wallabag logo" />
      <span>${t('frame.product')}</span>
    </a>
  `
}
