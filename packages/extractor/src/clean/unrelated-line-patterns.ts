/*
 * Patterns of lines that are not part of an article, in several languages. Each line of a list is one regular
 * expression for a text in lower case. The exported functions match only short texts, so that the patterns stay fast.
 */

import { LETTER } from '../dom/letter-class.ts'
import { linesOf, phraseTest, withoutSigns } from '../dom/phrase-test.ts'

/** Labels above other pages of the site, each a regular expression. */
const OTHER_PAGES = String.raw`
  read next
  (?:also )?related(?: (?:stories|articles|(?:blog )?posts|blogs|news|topics|updates|insights|content|coverage|links?|reading|products|items|events))?
  (?:more|other|upcoming|further|similar) (?:events|products|items)
  (?:other|more) (?:posts|articles|stories|recipes|episodes) you (?:may|might|will) (?:also )?(?:like|enjoy|love)
  customers (?:also|who|frequently) .{1,60}
  (?:people|shoppers|visitors) who .{1,40} also .{1,40}
  products related to this (?:item|product)
  (?:similar|compare with similar) (?:sponsored )?items
  (?:frequently|often) bought together
  recently viewed(?: (?:items|products))?
  seller['’]s other items
  wird oft zusammen gekauft
  kunden,? die .{1,60} auch
  (?:weitere|andere|ähnliche) (?:veranstaltungen|termine|produkte)
  (?:autres|prochains) (?:événements|produits)
  (?:otros|próximos) (?:eventos|productos)
  (?:altri|prossimi) (?:eventi|prodotti)
  (?:outros|próximos) (?:eventos|produtos)
  more (?:stories|news|from .{1,40})
  recommended from .{1,40}
  you (?:may|might) (?:also|be) (?:like|interested in|enjoy).{0,12}
  recommended(?: for you)?
  most (?:read|popular|viewed)(?: (?:articles|stories|posts|news|today|this week|now|in (?:news|[a-z]+ news)))?
  popular (?:articles|stories|posts|now|right now|this week|on .{1,40})
  don['’]t miss
  trending(?: (?:now|today|articles|stories|posts|on .{1,40}))?
  similar (?:articles|stories|posts)
  editor['’]?s['’]? picks?
  lesen sie auch
  mehr zum thema
  das könnte (?:sie|dich) auch interessieren
  (?:verwandte|ähnliche|weitere|passende) (?:beiträge|artikel|themen|meldungen|nachrichten|rezepte)(?: zum thema)?
  mehr aus (?:der|dem) .{1,30}
  (?:am )?meist ?gelesen(?:e artikel)?
  beliebte (?:artikel|beiträge)
  empfehlungen (?:aus |von )?der redaktion
  lire aussi
  à lire aussi
  sur le même sujet
  (?:articles|contenus) (?:similaires|liés|associés|connexes)
  à découvrir aussi
  les plus (?:lus|populaires)
  articles (?:populaires|recommandés)
  lee también
  le puede interesar
  (?:también )?te puede interesar
  (?:artículos|noticias|contenidos?) relacionad[ao]s?
  ve[ar] también
  (?:lo|las) más (?:leído|leídas|visto)
  leia (?:também|mais)
  veja (?:também|mais)
  você pode gostar.{0,8}
  (?:artigos|notícias|matérias|conteúdos?) relacionad[ao]s?
  leggi anche
  articoli correlati
  potrebbe interessarti(?: anche)?
  lees ook
  gerelateerde (?:artikelen|berichten)
  czytaj (?:też|także|więcej)
  zobacz (?:też|także|również)
  (?:podobne|powiązane) (?:artykuły|wpisy)
  читайте также
  (?:похожие|другие) (?:статьи|записи|материалы|новости)
  関連記事
  おすすめ記事
  相关(?:文章|阅读|新闻)
  관련 ?기사
`

/** Matches lines that consist only of a label above other pages of the site, such as "Read next". */
const isOtherPagesLine = phraseTest(OTHER_PAGES)

/** Matches lines that consist only of a label of the site, such as "Share this". */
const isLabelLine = phraseTest(String.raw`
  advert(?:isements?)?(?: ?[-–—] ?(?:continue reading below|story continues below|article continues below))?
  article continues (?:below|after) (?:this )?(?:ad|advertisement)
  story continues below(?: advertisement)?
  sponsored(?: content)?
  promoted
  anzeige
  werbung
  publicité
  publicidade?
  publicidad
  pubblicità
  reklama?
  реклама
  iklan
  advertentie
  (?:展开|阅读)(?:更多|全文|剩余(?:内容|全文)?)
  share(?: this)?(?: (?:article|post|story|page|on|via))?:?(?: (?:facebook|twitter|whatsapp|email))*
  teilen
  partager
  compartir
  compartilh(?:ar|e)
  condividi
  delen
  udostępnij
  поделиться
  シェア
  共有
  tweet
  pin(?: it)?
  e-?mail
  print
  (?:rezept )?drucken
  pinnen
  bild (?:anzeigen|schließen|vergrößern)
  imprimer
  imprimir
  stampa
  drukuj
  afdrukken
  whatsapp
  facebook
  twitter
  linkedin
  reddit
  comments?
  leave a (?:comment|reply)
  add comment
  no comments
  \d{1,5} comments?
  kommentare?
  commentaires?
  comentarios
  comentários
  commenti
  комментарии
  subscribe(?: now)?
  sign up(?: now)?
  sign up for (?:more like this|free(?: to join this conversation.{0,30})?)\.?
  member discussion
  no labels
  be the first to like this
  newsletter
  abonnieren
  s'abonner
  suscríbete
  assine
  read (?:more|(?:the )?full (?:story|article))
  continue reading
  learn more
  see also
  saiba mais
  back to top
  return to top
  nach oben
  loading(?: \w{1,12})?\W{0,3}
  image \d{1,3} (?:of|/).{0,8}
  caption
  close
  (?:hide|show) caption
  tags?:?
  filed under:?
  topics?:?
  categor(?:y|ies):?
  schlagwörter
  etiquetas
  home
  this slideshow requires javascript\.?
  copy link
  link copied.{0,2}
  listen to (?:this )?article
  \d{1,3} min(?:ute)?s? read
  reading time.{0,15}
  tempo de leitura.{0,15}
  lesezeit.{0,15}
  photo(?:s)?
  image(?: credits?)?
  view (?:gallery|all|comments)
  view this (?:e-?mail|message) in your browser
  was this (?:page |article |information )?helpful\??
  war (?:diese seite|dieser artikel|das) hilfreich\??
  cette page vous a-t-elle été utile ?\??
  ¿te (?:ha resultado|resultó) útil.{0,20}
  you must be logged in to (?:reply|post|comment).{0,20}
  (?:please )?(?:log|sign) in to (?:reply|post|comment).{0,20}
  (?:log ?in|sign ?in) or (?:register|sign ?up) to (?:post|leave|add) (?:a )?(?:comments?|reply)
  quick ?(?:view|shop|add|buy)
  add to (?:cart|basket|bag|wish ?list)
  in den warenkorb
  ajouter au panier
  añadir al carrito
  aggiungi al carrello
  adicionar ao carrinho
  buy now
  report
  reply
  edit(?: (?:entry|page|this page))?
  (?:edit|improve) this (?:page|article)(?: on (?:github|gitlab|codeberg|bitbucket))?
  edit on (?:github|gitlab|codeberg|bitbucket)
  suggest (?:an edit|edits)(?: (?:to|on) this page)?
  (?:(?:jump to|print|pin|rate|save)(?: this)? recipe ?){1,4}
  diese seite (?:auf github )?bearbeiten
  (?:modifier|éditer) cette page(?: sur github)?
  editar esta página(?: en github)?
  编辑此页
  このページを編集(?:する)?
  view page source
  (?:download|print) (?:(?:&|and|or) (?:print|download)|(?:as )?(?:this )?(?:pdf|article|page))
${OTHER_PAGES}`)

/** Matches the line with which the owner of a site states the rights in its pages. */
const RIGHTS =
  /^(?:©|\(c\)|copyright\b)[^.]{0,80}\b(?:19|20)\d\d\b|\b(?:all rights reserved|alle rechte vorbehalten|tous droits réservés|todos los derechos reservados|todos os direitos reservados|tutti i diritti riservati)\b/iu
const MAX_RIGHTS = 150

/** @returns whether a line states the rights in the pages of the site */
export function statesRights(text: string): boolean {
  return text.length <= MAX_RIGHTS && RIGHTS.test(text)
}

/** Matches the start of lines that refer to other pages. Callers also check that a link makes up much of the line. */
const POINTER_LINES = startPattern(
  String.raw`[\s([{*>»→•▶-]{0,6}`,
  String.raw`
  (?:please )?(?:read|see|watch|listen|click|check out|hear|view)\b
  more(?: on| from| about)?\b
  also\b
  related\b
  recommended\b
  next\b
  previous(?:ly)?\b
  don['’]t miss
  must[- ]read
  via\b
  source\b
  follow\b
  lesen
  mehr\b
  siehe auch\b
  lire\b
  voir\b
  à lire
  lee\b
  ver\b
  leia\b
  veja\b
  leggi\b
  lees\b
  czytaj
  zobacz
  читайте
  см\.
  関連
  相关
  baca juga
  oku\b
`,
  'iu',
)

/** Matches lines about the page itself. Callers apply it only near the start and the end of a text. */
const ABOUT_PAGE = startPattern(
  '',
  String.raw`
  (?:tags?|filed under|categor(?:y|ies)|categorias?|kategorien?|catégories?|topics?|schlagwörter|keywords|etiquetas|рубрики|теги)\s{0,3}:
  (?:posted|published|publicado|publié|veröffentlicht|pubblicato|geplaatst|опубликовано|last updated|updated)\s(?:on|in|by|at|em|por|le|am|von|il|da|op|${LETTER}{3,10}\.? \d|\d)
`,
  'u',
)

/**
 * Matches the note that WordPress and its plugins (Yoast SEO, Jetpack) add to each article in a feed, in their
 * translations. Each pattern has words of which the note contains one. V8 compiles a pattern when it is first tested, so
 * those of languages that do not occur need no memory.
 */
const FEED_NOTES: readonly { readonly words: readonly string[]; readonly pattern: RegExp }[] = linesOf(String.raw`
  first, originally >> (?:the|this) (?:post|article|entry|page) .{1,250} (?:appeared first|first appeared|was first published|originally appeared) (?:on|at|in) [^,;]{1,100}
  zuerst, zunächst >> (?:der|dieser) (?:beitrag|artikel) .{1,250} (?:erschien|ist) (?:zuerst|zunächst) (?:auf|bei|in) [^,;]{1,100}
  premier sur >> (?:l['’]|cet |le )(?:article|post|billet) .{1,250} (?:est apparu|a été publié|apparaît) en premier sur [^,;]{1,100}
  primero, primera vez >> (?:la entrada|el artículo|el post|la publicación|el cargo) .{1,250} (?:se publicó|apareció|aparece|se publica) (?:primero|por primera vez) en [^,;]{1,100}
  proviene da, primo su, prima volta >> (?:l['’]articolo|il post) .{1,250} (?:proviene da|sembra essere il primo su|è apparso per la prima volta su|è stato pubblicato per la prima volta su) [^,;]{1,100}
  eerst >> het (?:bericht|artikel) .{1,250} (?:verscheen|is) (?:eerst|het eerst|voor het eerst) (?:verschenen )?op [^,;]{1,100}
  primeir >> [oa] (?:post|artigo|conteúdo|publicação|postagem|entrada|matéria) .{1,250} (?:apareceu|aparece|foi publicad[oa]|foi publicad[oa] pela) primeir[oa](?: vez)? (?:em|no|na) [^,;]{1,100}
  впервые, сначала >> (?:сообщение|запись|статья) .{1,250} (?:впервые появил(?:ась|ось|ись)|появил(?:ась|ось|ись) (?:сначала|впервые))(?: на)? [^,;]{1,100}
  pochodzi z, pojawił się >> (?:artykuł|post|wpis) .{1,250} (?:pochodzi z serwisu|pojawił się (?:po raz pierwszy|najpierw|poniżej)(?: w| na)?) [^,;]{1,100}
  först, først >> (?:inlägget|indlægget|innlegget) .{1,250} (?:dök först upp på|blev først udgivet på|dukket først opp på|kom först på) [^,;]{1,100}
  pochází z, nejdříve, poprvé >> příspěvek .{1,250} (?:pochází z|se nejdříve objevil na|byl poprvé publikován na) [^,;]{1,100}
  yazısı ilk >> .{1,250} yazısı ilk (?:önce|olarak) .{1,100} (?:üzerinde ortaya çıktı|sayfasında göründü|ortaya çıktı)
  最初に >> (?:投稿|記事) ?.{1,250} ?は ?.{1,100} ?に最初に(?:表示|掲載)されました
  最先, 首先 >> .{1,250} ?(?:最先|首先)(?:出现|發佈|发布)(?:在|于) ?.{1,100}
`).map((line) => {
  const [words = '', pattern = ''] = line.split(' >> ', 2)
  return { words: words.split(', '), pattern: new RegExp(`^(?:${pattern})[.。]?$`, 'u') }
})
/** Quick tests before the patterns: the start of a note, or a word of one that starts with the title of the article. */
const FEED_NOTE_START =
  /^(?:the|this|der|dieser|l['’]|cet|l[aeo]|el|il|het|[oa]|сообщение|запись|статья|artykuł|post|wpis|inlägget|indlægget|innlegget|příspěvek)/i
const FEED_NOTE_SIGN = /yazısı|[先記稿]/
const MAX_FEED_NOTE = 300

const MAX_LABEL = 60
const MAX_TEXT = 300

/** @returns whether the text is only a label, such as the caption of a sharing tool */
export function isLabel(text: string): boolean {
  return text.length <= MAX_LABEL && isLabelLine(text)
}

/** @returns whether the text is only a label above other pages of the site, such as "Read next" */
export function isOtherPagesLabel(text: string): boolean {
  return text.length <= MAX_LABEL && isOtherPagesLine(text)
}

/** Matches labels above a table of contents, in common languages. */
const isContentsLine = phraseTest(String.raw`
  on this page
  in this (?:article|page|section|guide|post)
  (?:table of )?contents
  auf dieser seite
  in diesem (?:artikel|beitrag)
  inhalt(?:sverzeichnis|sübersicht)?
  sur cette page
  (?:sommaire|table des matières)
  en esta página
  (?:índice|contenido|tabla de contenidos)
  in questa pagina
  nesta página
  op deze pagina
  на этой странице
  目次
  このページの内容
  本页目录
`)

/** @returns whether the text is only a label above a table of contents */
export function isContentsLabel(text: string): boolean {
  return text.length <= MAX_LABEL && isContentsLine(text)
}

/** @returns whether the text starts like a reference to another page */
export function pointsElsewhere(text: string): boolean {
  return POINTER_LINES.test(text.slice(0, MAX_TEXT))
}

/** @returns whether the line is the note below an article in a feed: "The post X appeared first on Y." */
export function isFeedNote(text: string): boolean {
  if (text.length > MAX_FEED_NOTE || !(FEED_NOTE_START.test(text) || FEED_NOTE_SIGN.test(text))) return false
  const lower = text.toLowerCase()
  return FEED_NOTES.some(({ words, pattern }) => words.some((word) => lower.includes(word)) && pattern.test(lower))
}

/** Matches prompts to subscribe in the words of common systems for letters and blogs. */
const SUBSCRIBE_PROMPT =
  /^(?:(?:get|receive) .{1,100} (?:delivered|sent)(?: straight| right| directly)? to your (?:e-?mail )?inbox.{0,40}|.{1,80} is a reader-supported publication\. to receive new posts and support my work.{0,120}|thanks for reading.{0,80}! subscribe for free to receive new posts.{0,60}|sign up (?:for|to) .{1,60} to (?:get|receive) (?:.{1,30} )?(?:stories|articles|news|posts|essays|updates)(?: like (?:this|these))?\.)$/

/** @returns whether the line is a prompt to subscribe to a letter, in the words that many sites share */
export function asksToSubscribe(text: string): boolean {
  return text.length <= MAX_TEXT && /inbox|subscri|sign up/i.test(text) && SUBSCRIBE_PROMPT.test(text.toLowerCase())
}

/** Matches lines with the link that ends a subscription, in common languages. */
const ENDS_SUBSCRIPTION = new RegExp(
  String.raw`\b(?:unsubscribe\b|opt out of (?:these|this|our)|newsletter abbestellen|abmelden|désinscri|désabonn|` +
    String.raw`darse de baja|cancelar (?:la )?suscripci|cancelar (?:a )?inscri|disiscri|annulla l['’]iscrizione|` +
    String.raw`afmelden|uitschrijven|wypisz się|отписаться)|配信停止|退订|수신 ?거부`,
  'iu',
)

/** @returns whether a text is the link that ends a subscription, or a line around it */
export function endsSubscription(text: string): boolean {
  return ENDS_SUBSCRIPTION.test(text.slice(0, MAX_TEXT))
}

/** @returns whether the line states the date or the category of the page */
export function isAboutPage(text: string): boolean {
  return text.length <= 160 && ABOUT_PAGE.test(withoutSigns(text))
}

/**
 * @param before pattern before the alternatives
 * @param list alternatives, one regular expression per line
 * @returns a pattern that matches a text that starts with one of the alternatives
 */
function startPattern(before: string, list: string, flags: string): RegExp {
  return new RegExp(`^${before}(?:${linesOf(list).join('|')})`, flags)
}
