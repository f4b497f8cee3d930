import { COLLECTION_LAYOUTS } from '../../collections/collection.ts'
import type { CardLayout } from '../cards/card-layout.ts'
import { html } from '../../kernel/html.ts'
import type { Html } from '../../kernel/html.ts'
import { EXCERPT_LENGTHS, type ExcerptLength } from '../../entries/listing/excerpt.ts'
import { sampleSheets } from '../assets/font-sheets.ts'
import { selectOptions } from '../forms/select-field.ts'
import type { PageFrame } from '../layout/layout.ts'
import type { Localization } from '../layout/localization.ts'
import { FONTS, STEP_VALUES, STEPS, THEMES, type Appearance } from '../../users/appearance.ts'
import { SAVE_ON_CHANGE } from './config-form.ts'
import { radioGroup } from './radio-group.ts'
import { settingsLayout, settingsSection } from './settings-layout.ts'

interface ReadingView {
  readonly frame: PageFrame
  readonly csrfToken: string
  readonly look: Appearance
  readonly layout: CardLayout
  readonly excerpt: ExcerptLength
  readonly hasShortcuts: boolean
  /** name of the time zone in the IANA database, such as `Europe/Berlin` */
  readonly timeZone: string
}

/** @returns the page with the settings for the appearance of articles and lists, shortcuts and the time zone */
export function readingPage(view: ReadingView): Html {
  const { t } = view.frame.words
  const main = html`
    <form
      action="/config/reading"
      method="post"
      data-turbo="false"
      class="reading-settings"
      data-controller="save-on-change"
      data-action="${SAVE_ON_CHANGE} input->save-on-change#show"
      data-save-on-change-saved-value="${t('config.saved')}"
      data-save-on-change-failed-value="${t('reading.notSaved')}"
    >
      <input type="hidden" name="token" value="${view.csrfToken}" />
      ${settingsSection({
        id: 'look',
        title: t('reading.look'),
        lead: t('reading.lookLead'),
        body: appearanceFields(view),
      })}
      ${settingsSection({ id: 'lists', title: t('reading.lists'), body: listFields(view) })}
      <p class="form-buttons form-sticky">
        <button class="button" data-save-on-change-target="button">${t('config.save')}</button>
      </p>
    </form>
  `
  return settingsLayout({
    frame: view.frame,
    title: t('settings.places.reading'),
    lead: t('reading.lead'),
    page: 'reading',
    head: html`${sampleSheets(view.look.font).map(
      (name) => html`<link rel="stylesheet" href="${view.frame.assetHref(name)}" data-turbo-track="dynamic">`,
    )}`,
    main,
  })
}

function appearanceFields({ frame, look }: ReadingView): Html {
  const { t } = frame.words
  const themes = THEMES.map((value) => ({
    value,
    label: t(`reader.themes.${value}`),
    sign: html`<span class="theme-sign" data-theme="${value}" aria-hidden="true">${t('reader.sample')}</span>`,
  }))
  const fonts = FONTS.map((value) => ({
    value,
    label: t(`reader.fonts.${value}`),
    sign: html`<span class="font-sign font-${value}" aria-hidden="true">${t('reader.sample')}</span>`,
  }))
  const steps = ['size', 'width', 'leading'] as const
  return html`
    ${radioGroup({ name: 'theme', legend: t('reader.theme'), options: themes, current: look.theme })}
    ${radioGroup({ name: 'font', legend: t('reader.font'), options: fonts, current: look.font })}
    <div class="ranges">${steps.map((name) => range(name, look[name], t))}</div>
  `
}

/** @returns a slider, beside which a script shows its value while it is moved (save_on_change_controller.ts) */
function range(name: keyof typeof STEPS, step: number, t: Localization['t']): Html {
  const [min, max] = STEPS[name]
  const values = STEP_VALUES[name].map((value) => t(`reader.values.${name}`, { value }))
  const shown = values[step - min] ?? ''
  return html`
    <div class="field">
      <p class="range-label">
        <label for="look-${name}">${t(`reader.measures.${name}`)}</label>
        <output for="look-${name}" data-values="${JSON.stringify(values)}" aria-live="off">${shown}</output>
      </p>
      <input
        id="look-${name}"
        name="${name}"
        type="range"
        min="${min}"
        max="${max}"
        step="1"
        value="${step}"
        aria-valuetext="${shown}"
      >
    </div>
  `
}

function listFields({ frame, layout, excerpt, hasShortcuts, timeZone }: ReadingView): Html {
  const { t } = frame.words
  const layouts = COLLECTION_LAYOUTS.map((value) => ({ value, label: t(`reading.layouts.${value}`) }))
  const excerpts = EXCERPT_LENGTHS.map((value) => ({ value, label: t(`reading.excerpts.${value}`) }))
  const shortcuts = (['on', 'off'] as const).map((value) => ({ value, label: t(`reading.shortcutStates.${value}`) }))
  return html`
    ${radioGroup({ name: 'layout', legend: t('reading.layout'), options: layouts, current: layout })}
    ${radioGroup({ name: 'excerpt', legend: t('reading.excerpt'), options: excerpts, current: excerpt })}
    ${radioGroup({
      name: 'shortcuts',
      legend: t('reading.shortcuts'),
      options: shortcuts,
      current: hasShortcuts ? 'on' : 'off',
    })}
    <div class="field">
      <label for="time-zone">${t('reading.timeZone')}</label>
      <select id="time-zone" name="time_zone" aria-describedby="time-zone-hint">${zones(timeZone)}</select>
      <p class="field-hint" id="time-zone-hint">${t('reading.timeZoneHint')}</p>
    </div>
  `
}

function zones(current: string): Html[] {
  const names = [...new Set(['UTC', current, ...Intl.supportedValuesOf('timeZone')])].toSorted()
  return selectOptions(
    names.map((name) => [name, name]),
    current,
  )
}
