import type { Language } from '../kernel/languages.ts'

interface Confirmation {
  readonly link: string
  /** public address of this server */
  readonly server: string
  /** number of days for which the link works */
  readonly days: number
}

/** The texts of mails, and the titles of books of several articles. */
interface MailTexts {
  readonly confirmation: { readonly subject: string; readonly text: (values: Confirmation) => string }
  /** text of a mail with a book */
  readonly book: (server: string) => string
  /** title of a book of articles that were chosen by hand */
  readonly selection: (count: number, date: string) => string
  /** title of one of several books that were too large for one mail */
  readonly part: (title: string, number: number) => string
}

const TEXTS: Readonly<Record<Language, MailTexts>> = {
  en: {
    confirmation: {
      subject: 'Confirm this address for articles from Dogear',
      text: ({ link, server, days }) =>
        `A user of Dogear at ${server} wants to send articles to this address.\n\nTo allow it, open this page within ` +
        `${days} days:\n\n${link}\n\nIf you did not expect this mail, ignore it: nothing will be sent.\n`,
    },
    book: (server) => `The attached book was sent by Dogear at ${server}, on behalf of a user.\n`,
    selection: (count, date) => `${count} articles, ${date}`,
    part: (title, number) => `${title}, part ${number}`,
  },
  de: {
    confirmation: {
      subject: 'Bestätige diese Adresse für Artikel aus Dogear',
      text: ({ link, server, days }) =>
        `Jemand möchte aus Dogear unter ${server} Artikel an diese Adresse senden.\n\nUm das zu erlauben, öffne innerhalb ` +
        `von ${days} Tagen diese Seite:\n\n${link}\n\nFalls du diese E-Mail nicht erwartet hast, ignoriere sie: Es wird ` +
        'nichts gesendet.\n',
    },
    book: (server) =>
      `Das angehängte Buch wurde im Auftrag einer Nutzerin oder eines Nutzers von Dogear unter ${server} gesendet.\n`,
    selection: (count, date) => `${count} Artikel, ${date}`,
    part: (title, number) => `${title}, Teil ${number}`,
  },
  es: {
    confirmation: {
      subject: 'Confirma esta dirección para recibir artículos de Dogear',
      text: ({ link, server, days }) =>
        `Alguien quiere enviar artículos a esta dirección desde Dogear en ${server}.\n\nPara permitirlo, abre esta página ` +
        `en un plazo de ${days} días:\n\n${link}\n\nSi no esperabas este correo, ignóralo: no se enviará nada.\n`,
    },
    book: (server) =>
      `Dogear en ${server} ha enviado el libro adjunto por encargo de una de las personas que lo usan.\n`,
    selection: (count, date) => `${count} artículos, ${date}`,
    part: (title, number) => `${title}, parte ${number}`,
  },
  fr: {
    confirmation: {
      subject: 'Confirmez cette adresse pour recevoir des articles de Dogear',
      text: ({ link, server, days }) =>
        `Quelqu’un souhaite envoyer des articles à cette adresse depuis Dogear (${server}).\n\nPour l’autoriser, ouvrez ` +
        `cette page dans les ${days} jours :\n\n${link}\n\nSi vous n’attendiez pas ce message, ignorez-le : rien ne sera ` +
        'envoyé.\n',
    },
    book: (server) =>
      `Le livre ci-joint a été envoyé par Dogear (${server}) à la demande d’une personne qui l’utilise.\n`,
    selection: (count, date) => `${count} articles, ${date}`,
    part: (title, number) => `${title}, partie ${number}`,
  },
  it: {
    confirmation: {
      subject: 'Conferma questo indirizzo per ricevere articoli da Dogear',
      text: ({ link, server, days }) =>
        `Qualcuno vuole inviare articoli a questo indirizzo da Dogear su ${server}.\n\nPer consentirlo, apri questa pagina ` +
        `entro ${days} giorni:\n\n${link}\n\nSe non aspettavi questa e-mail, ignorala: non verrà inviato nulla.\n`,
    },
    book: (server) => `Il libro allegato è stato inviato da Dogear su ${server} per conto di una persona che lo usa.\n`,
    selection: (count, date) => `${count} articoli, ${date}`,
    part: (title, number) => `${title}, parte ${number}`,
  },
}

/** @returns the texts of mails in a language */
export function mailTexts(language: Language): MailTexts {
  return TEXTS[language]
}
