/** How the replaced speech engine behaves. */
export interface SpeechOptions {
  readonly voices: readonly { readonly name: string; readonly lang: string; readonly localService?: boolean }[]
  /** true if the voices appear only when the test calls `speech.loadVoices()` */
  readonly isLate?: boolean
  /** true for an engine that never reports the end of an utterance */
  readonly isMute?: boolean
}

/**
 * @returns a script that replaces the speech engine of the browser, because browsers without a display have no voices.
 *   `speech.spoken` lists what was spoken, `speech.finish()` ends the utterance, and cancelling reports an error later.
 */
export function speechScript(options: SpeechOptions): string {
  return `{
    const { voices, isLate, isMute } = ${JSON.stringify(options)}
    const list = voices.map((voice) => ({ voiceURI: voice.name, default: false, localService: true, ...voice }))
    const events = new EventTarget()
    const synth = {
      speaking: false, pending: false, spoken: [], current: undefined, isLoaded: !isLate,
      getVoices: () => (synth.isLoaded ? list : []),
      loadVoices: () => { synth.isLoaded = true; events.dispatchEvent(new Event('voiceschanged')) },
      speak: (utterance) => {
        synth.current = utterance
        synth.speaking = true
        synth.spoken.push({ text: utterance.text, voice: utterance.voice?.name, rate: utterance.rate })
      },
      finish: () => {
        const utterance = synth.current
        synth.current = undefined
        synth.speaking = false
        if (!isMute) utterance?.dispatchEvent(new Event('end'))
      },
      cancel: () => {
        const utterance = synth.current
        synth.current = undefined
        synth.speaking = false
        const failed = Object.assign(new Event('error'), { error: 'interrupted' })
        setTimeout(() => utterance?.dispatchEvent(failed))
      },
      addEventListener: (...all) => events.addEventListener(...all),
      removeEventListener: (...all) => events.removeEventListener(...all),
    }
    globalThis.speech = synth
    Object.defineProperty(globalThis, 'speechSynthesis', { value: synth })
    globalThis.SpeechSynthesisUtterance = class extends EventTarget {
      constructor(text) { super(); this.text = text; this.rate = 1 }
    }
  }`
}
