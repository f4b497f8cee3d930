/**
 * Headings and labels for parts from structured data, such as the ingredients of a recipe. The page itself need not
 * contain them.
 */
export interface PartLabels {
  readonly ingredients: string
  readonly steps: string
  readonly acceptedAnswer: string
  readonly answers: string
  readonly replies: string
  readonly chapters: string
  readonly transcript: string
}

const ENGLISH_LABELS: PartLabels = {
  ingredients: 'Ingredients',
  steps: 'Steps',
  acceptedAnswer: 'Accepted answer',
  answers: 'Answers',
  replies: 'Replies',
  chapters: 'Chapters',
  transcript: 'Transcript',
}

const LABELS: Readonly<Record<string, PartLabels>> = {
  en: ENGLISH_LABELS,
  de: {
    ingredients: 'Zutaten',
    steps: 'Zubereitung',
    acceptedAnswer: 'Akzeptierte Antwort',
    answers: 'Antworten',
    replies: 'Antworten',
    chapters: 'Kapitel',
    transcript: 'Transkript',
  },
  es: {
    ingredients: 'Ingredientes',
    steps: 'Preparación',
    acceptedAnswer: 'Respuesta aceptada',
    answers: 'Respuestas',
    replies: 'Respuestas',
    chapters: 'Capítulos',
    transcript: 'Transcripción',
  },
  fr: {
    ingredients: 'Ingrédients',
    steps: 'Préparation',
    acceptedAnswer: 'Réponse acceptée',
    answers: 'Réponses',
    replies: 'Réponses',
    chapters: 'Chapitres',
    transcript: 'Transcription',
  },
  it: {
    ingredients: 'Ingredienti',
    steps: 'Preparazione',
    acceptedAnswer: 'Risposta accettata',
    answers: 'Risposte',
    replies: 'Risposte',
    chapters: 'Capitoli',
    transcript: 'Trascrizione',
  },
}

/** @param language language tag of the page @returns the words in that language; in English for other languages */
export function partLabels(language: string | undefined): PartLabels {
  const name = language?.slice(0, 2).toLowerCase() ?? ''
  return Object.hasOwn(LABELS, name) ? LABELS[name]! : ENGLISH_LABELS
}
