import { html, type Html } from '../../kernel/html.ts'
import { clientFacts } from './developer-client-facts.ts'
import type { PageFrame } from '../layout/layout.ts'
import { copyableText } from '../layout/copyable-text.ts'
import { settingsLayout, settingsSection } from '../settings/settings-layout.ts'
import type { Localization } from '../layout/localization.ts'

interface DeveloperClientCreatedView {
  readonly frame: PageFrame
  readonly name: string
  readonly clientId: string
  readonly clientSecret: string
  readonly username: string
  /** public address of this server */
  readonly baseUrl: string
}

/**
 * @returns the page that follows the creation of a client. It shows example commands, and the name, the id and the
 *   secret. Each of these is in `strong > code`, where apps look for it (wallabag contract, section 10).
 */
export function developerClientCreatedPage(view: DeveloperClientCreatedView): Html {
  const { frame, name, clientId, clientSecret, baseUrl } = view
  const { t } = frame.words
  const facts = [
    { label: t('client-created.name'), value: name, isCopied: false },
    { label: t('client-created.clientId'), value: clientId, isCopied: true },
    { label: t('client-created.clientSecret'), value: clientSecret, isCopied: true },
  ]
  const server = html`<dt>${t('client-created.server')}</dt><dd>${copyableText(baseUrl, t)}</dd>`
  const tour = html`
    <ol class="tour-steps">
      ${curlTour(view, t).map(
        ({ title, command }) => html`
          <li>
            <p>${title}</p>
            <pre tabindex="0"><code>${command}</code></pre>
          </li>
        `,
      )}
    </ol>
  `
  const main = html`
    <div class="setting">
      ${clientFacts(facts, t, server)}
      <p><a class="button button-plain" href="/developer">${t('client-created.back')}</a></p>
    </div>
    ${settingsSection({ id: 'tour', title: t('client-created.tour'), lead: t('client-created.tourLead'), body: tour })}
  `
  const title = t('client-created.title')
  return settingsLayout({ frame, title, lead: t('client-created.lead'), page: 'clients', current: 'clients', main })
}

interface CurlTourView {
  readonly baseUrl: string
  readonly clientId: string
  readonly clientSecret: string
  readonly username: string
}

interface CurlStep {
  readonly title: string
  readonly command: string
}

/** @returns example commands for bash and zsh. The user pastes them one after the other into the same terminal. */
function curlTour(
  { baseUrl, clientId, clientSecret, username }: CurlTourView,
  t: Localization['t'],
): readonly CurlStep[] {
  return [
    {
      title: t('tour.setUp'),
      command: [
        `BASE=${shellQuote(baseUrl.replace(/\/+$/, ''))}`,
        `CLIENT_ID=${shellQuote(clientId)}`,
        `CLIENT_SECRET=${shellQuote(clientSecret)}`,
        `LOGIN=${shellQuote(username)}`,
        `printf 'Password: '; read -rs PASSWORD; echo`,
      ].join('\n'),
    },
    { title: t('tour.token'), command: TOKEN_COMMAND },
    { title: t('tour.save'), command: SAVE_COMMAND },
    {
      title: t('tour.list'),
      command: 'curl -s "$BASE/api/entries.json?detail=metadata" -H "Authorization: Bearer $TOKEN"',
    },
    {
      title: t('tour.remove'),
      command: 'curl -s -X DELETE "$BASE/api/entries/$ID.json" -H "Authorization: Bearer $TOKEN"',
    },
  ]
}

const TOKEN_COMMAND = `TOKEN=$(curl -s "$BASE/oauth/v2/token" -d grant_type=password \\
  -d client_id="$CLIENT_ID" -d client_secret="$CLIENT_SECRET" \\
  --data-urlencode username="$LOGIN" --data-urlencode password="$PASSWORD" \\
  | sed -n 's/.*"access_token": *"\\([^"]*\\)".*/\\1/p'); echo "$TOKEN"`

const SAVE_COMMAND = `ID=$(curl -s "$BASE/api/entries.json" -H "Authorization: Bearer $TOKEN" \\
  --data-urlencode url=https://example.com/ \\
  | grep -o '"id":[0-9]*' | head -n 1 | cut -d : -f 2); echo "$ID"`

/**
 * @returns the text in single quotes, as one word for a shell. Only a single quote in the text needs escaping (POSIX
 *   2.2.2).
 */
const shellQuote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
