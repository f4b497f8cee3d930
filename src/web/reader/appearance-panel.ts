import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import { fontSheets } from '../assets/font-sheets.ts'
import { icon } from '../layout/icon.ts'
import type { PageFrame } from '../layout/layout.ts'
import { FONTS, appearanceOf, STEPS, THEMES, type Appearance } from '../../users/appearance.ts'
import { viewHref } from './entry-origin.ts'
import type { ReaderView } from './reader-view.ts'

type Measure = keyof typeof STEPS

/** A button that makes a value smaller or larger: its action name and its icon. */
interface Side {
  readonly action: string
  readonly icon: string
}

const STEPPED_MEASURES: readonly (readonly [Measure, less: Side, more: Side])[] = [
  ['size', { action: 'smaller', icon: 'a-arrow-down' }, { action: 'larger', icon: 'a-arrow-up' }],
  ['width', { action: 'narrower', icon: 'chevrons-right-left' }, { action: 'wider', icon: 'chevrons-left-right' }],
  ['leading', { action: 'closer', icon: 'list-chevrons-down-up' }, { action: 'apart', icon: 'list-chevrons-up-down' }],
]

/**
 * @returns the panel for the appearance of articles: theme, font and sizes. Each button sets one value and returns to
 *   the page. With scripts, the page changes without a reload.
 */
export function appearancePanel(view: ReaderView): Html {
  const { frame, id, csrfToken } = view
  const { t } = frame.words
  const look = frame.look ?? appearanceOf({})
  return html`
    <form
      class="panel look-panel"
      id="look-panel"
      popover
      action="/look"
      method="post"
      aria-label="${t('reader.look')}"
      data-turbo="false"
      data-controller="appearance"
      data-appearance-sheets-value="${sheetsByFont(frame)}"
      data-action="submit->appearance#set"
    >
      <input type="hidden" name="token" value="${csrfToken}" />
      <input type="hidden" name="back" value="${viewHref(id, view)}" />
      <fieldset>
        <legend>${t('reader.theme')}</legend>
        <div class="swatches">
          ${THEMES.map((theme) =>
            choice('theme', theme, {
              label: t(`reader.themes.${theme}`),
              isChosen: theme === look.theme,
              sign: html`<span class="swatch" data-theme="${theme}" aria-hidden="true">${t('reader.sample')}</span>`,
            }),
          )}
        </div>
        <button
          class="unseen"
          name="theme"
          value="${themeAfter(look.theme)}"
          tabindex="-1"
          data-appearance-target="nextTheme"
          data-action-name="theme"
        >
          ${t('reader.nextTheme')}
        </button>
      </fieldset>
      <fieldset>
        <legend>${t('reader.font')}</legend>
        <div class="faces">
          ${FONTS.map((font) =>
            choice('font', font, {
              label: t(`reader.fonts.${font}`),
              isChosen: font === look.font,
              sign: html`<span class="face face-${font}" aria-hidden="true">${t('reader.sample')}</span>`,
            }),
          )}
        </div>
      </fieldset>
      ${STEPPED_MEASURES.map((measure) => stepper(frame, look, measure))}
    </form>
  `
}

/**
 * @returns the theme after the given one in `THEMES`; after the last theme, the first. The keyboard shortcut steps
 *   through all themes in this way.
 */
function themeAfter(theme: Appearance['theme']): string {
  return THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length]!
}

interface Choice {
  readonly label: string
  readonly isChosen: boolean
  readonly sign: Html
}

function choice(name: 'theme' | 'font', value: string, { label, isChosen, sign }: Choice): Html {
  return html`
    <button
      class="choice-button"
      name="${name}"
      value="${value}"
      aria-pressed="${isChosen ? 'true' : 'false'}"
      data-appearance-target="choice"
    >
      ${sign}
      <span>${label}</span>
    </button>
  `
}

function stepper(
  { words: { t } }: PageFrame,
  look: Appearance,
  [name, less, more]: (typeof STEPPED_MEASURES)[number],
): Html {
  const [min, max] = STEPS[name]
  const step = look[name]
  const dots = Array.from({ length: max - min + 1 }, (_, i) => html`<i class="${min + i <= step ? 'is-on' : ''}"></i>`)
  return html`
    <fieldset
      class="stepper"
      data-appearance-target="stepper"
      data-name="${name}"
      data-least="${min}"
      data-most="${max}"
    >
      <legend>${t(`reader.measures.${name}`)}</legend>
      <button
        class="bar-button"
        name="${name}"
        value="${Math.max(min, step - 1)}"
        title="${t(`reader.less.${name}`)}"
        data-action-name="${less.action}"
      >
        ${icon(less.icon)}
        <span class="unseen">${t(`reader.less.${name}`)}</span>
      </button>
      <span class="dots" aria-hidden="true">${dots}</span>
      <button
        class="bar-button"
        name="${name}"
        value="${Math.min(max, step + 1)}"
        title="${t(`reader.moreOf.${name}`)}"
        data-action-name="${more.action}"
      >
        ${icon(more.icon)}
        <span class="unseen">${t(`reader.moreOf.${name}`)}</span>
      </button>
    </fieldset>
  `
}

/** @returns the style sheets of each font, as JSON. When the user chooses a font, the script loads its style sheets. */
function sheetsByFont({ assetHref }: PageFrame): string {
  return JSON.stringify(Object.fromEntries(FONTS.map((font) => [font, fontSheets(font).map(assetHref)])))
}
