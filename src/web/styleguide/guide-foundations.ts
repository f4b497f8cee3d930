import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import { icon } from '../layout/icon.ts'
import { FONTS, THEMES } from '../../users/appearance.ts'
import type { Localization } from '../layout/localization.ts'
import type { DesignToken } from './read-design-tokens.ts'

type T = Localization['t']

/** @returns the colours of all themes side by side, with the components that use them most */
export function themeSwatches(tokens: readonly DesignToken[], t: T): Html {
  const colours = tokens.filter(({ value }) => value.startsWith('#'))
  return html`
    <div class="guide-themes">
      ${THEMES.filter((theme) => theme !== 'auto').map((theme) => oneTheme(theme, colours, t))}
    </div>
  `
}

/**
 * @returns one theme. SVG attributes draw its colours, because the content security policy forbids style attributes.
 */
function oneTheme(theme: (typeof THEMES)[number], colours: readonly DesignToken[], t: T): Html {
  return html`
    <div class="guide-theme" data-theme="${theme}">
      <h3>${t(`reader.themes.${theme}`)}</h3>
      <ul class="guide-swatches">
        ${colours.map(
          ({ name }) => html`
            <li>
              <svg class="guide-swatch" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
                <rect width="1" height="1" fill="var(${name})" />
              </svg>
              <code>${name}</code>
            </li>
          `,
        )}
      </ul>
      <p>${t('styleguide.sample.sentence')} <a href="#colours">${t('styleguide.sample.link')}</a></p>
      <p class="card-snippet"><mark>${t('styleguide.sample.mark')}</mark></p>
      <p class="form-buttons">
        <button class="button" type="button">${t('styleguide.sample.button')}</button>
        <span class="badge">${t('styleguide.sample.badge')}</span>
      </p>
    </div>
  `
}

const named = (tokens: readonly DesignToken[], prefix: string): readonly string[] =>
  tokens.filter(({ name }) => name.startsWith(`--${prefix}-`)).map(({ name }) => name.slice(2))

/** @returns sample texts in every font size, largest first, and in every font */
export function typeScale(tokens: readonly DesignToken[], t: T): Html {
  const sizes = named(tokens, 'text').toReversed()
  return html`
    <ul class="guide-type">
      ${sizes.map(
        (size) => html`
          <li>
            <code>--${size}</code>
            <span class="guide-text guide-${size}">${t('styleguide.sample.title')}</span>
          </li>
        `,
      )}
    </ul>
    <ul class="guide-type">
      ${FONTS.map(
        (font) => html`
          <li>
            <code>${t(`reader.fonts.${font}`)}</code>
            <span class="guide-text font-${font}">${t('styleguide.sample.sentence')}</span>
          </li>
        `,
      )}
    </ul>
  `
}

/** @returns the steps of the spacing scale, each as a bar of that length */
export function spaceScale(tokens: readonly DesignToken[]): Html {
  return html`
    <ul class="guide-spaces">
      ${named(tokens, 'space').map(
        (step) => html`<li><code>--${step}</code><span class="guide-space guide-${step}"></span></li>`,
      )}
    </ul>
  `
}

/** @returns every icon of the pages, with its name */
export function iconTable(names: readonly string[]): Html {
  return html`<ul class="guide-icons">${names.map((name) => html`<li>${icon(name)}<code>${name}</code></li>`)}</ul>`
}
