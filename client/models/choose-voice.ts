/** The parts of a `SpeechSynthesisVoice` that the choice depends on. */
interface Voice {
  readonly voiceURI: string
  readonly lang: string
  readonly default: boolean
  readonly localService: boolean
}

/**
 * @param language language of the article; if it is missing, all voices fit
 * @returns the voices that fit the language and speak on the device. Other voices send the text to a server.
 */
export function voicesFor<T extends Voice>(voices: readonly T[], language: string | undefined): T[] {
  const wanted = normalized(language ?? '')
  const local = voices.filter((voice) => voice.localService)
  const fitting = local.filter(({ lang }) => wanted === '' || primary(normalized(lang)) === primary(wanted))
  const rank = (voice: T) => (normalized(voice.lang) === wanted ? 0 : 2) + (voice.default ? 0 : 1)
  return fitting.toSorted((one, other) => rank(one) - rank(other))
}

/** @returns the preferred voice if it is among the voices, otherwise the first one */
export function chooseVoice<T extends Voice>(voices: readonly T[], preferred: string | null): T | undefined {
  return voices.find(({ voiceURI }) => voiceURI === preferred) ?? voices[0]
}

/** Android separates language and region with an underscore. */
const normalized = (language: string): string => language.replaceAll('_', '-').toLowerCase()
const primary = (language: string): string => language.split('-', 1)[0]!
