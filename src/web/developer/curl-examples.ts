import type { Localization } from '../layout/localization.ts'

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
export function curlTour(
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
