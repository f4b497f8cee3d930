import { html, type Html } from '../../kernel/html.ts'
import { icon } from '../layout/icon.ts'
import { languageName } from '../layout/language-name.ts'
import type { ReaderView } from './reader-view.ts'

/** Speeds that users can choose, as factors of the normal speed. */
const SPEEDS = [0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3]

/** @returns the bar with which the browser reads an article aloud. It is hidden until a script opens it. */
export function listenBar({ frame: { words }, language, neighbours }: ReaderView): Html {
  const { t } = words
  const number = new Intl.NumberFormat(words.language)
  return html`
    <section
      class="listen-bar"
      id="listen-bar"
      aria-label="${t('listen.title')}"
      data-no-voice="${t('listen.noVoice', { language: languageName(language, words) })}"
      data-failed="${t('listen.failed')}"
      data-ended="${t('listen.ended')}"
      data-picture="${t('reader.picture')}"
      hidden
    >
      <div class="listen-controls" role="group" aria-label="${t('listen.controls')}">
        ${barButton('back', 'chevron-left', t('listen.back'))}
        ${barButton('play', 'play', t('listen.play'))}
        ${barButton('pause', 'pause', t('listen.pause'))}
        ${barButton('forward', 'chevron-right', t('listen.forward'))}
        ${neighbours.next && barButton('next', 'arrow-right', t('listen.next'))}
        <label>
          <span class="unseen">${t('listen.speed')}</span>
          <select name="speed">
            ${SPEEDS.map((speed) => html`<option value="${speed}">${number.format(speed)}×</option>`)}
          </select>
        </label>
        <label class="listen-voice">
          <span class="unseen">${t('listen.voice')}</span>
          <select name="voice"></select>
        </label>
        ${barButton('close', 'x', t('listen.close'))}
      </div>
      <p class="listen-status" role="status"></p>
      <p class="listen-note">
        <span>${t('listen.local')}</span>
        <button class="button-quiet" type="button" popovertarget="listen-info" title="${t('listen.about')}">
          ${icon('info')}
          <span class="unseen">${t('listen.about')}</span>
        </button>
      </p>
      <p class="panel listen-info" id="listen-info" popover>${t('listen.note')}</p>
    </section>
  `
}

function barButton(does: string, drawing: string, label: string): Html {
  return html`
    <button class="bar-button" type="button" data-listen="${does}" title="${label}">
      ${icon(drawing)}
      <span class="unseen">${label}</span>
    </button>
  `
}
