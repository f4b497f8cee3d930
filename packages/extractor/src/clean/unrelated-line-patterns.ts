/*
 * Patterns of lines that are not part of an article, in several languages. Each line of a list is one regular
 * expression. The exported functions match only short texts, so that the patterns stay fast.
 */

/** Matches lines that consist only of a label of the site, such as "Share this". */
const LABEL_LINES = anyOf(
  String.raw`^(?:\W{0,3})(?:`,
  String.raw`
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
  newsletter
  abonnieren
  s'abonner
  suscríbete
  assine
  read (?:more|next|the full (?:story|article))
  continue reading
  learn more
  see also
  (?:also )?related(?: (?:stories|articles|posts|news|topics|content|coverage|links?|reading))?
  more (?:stories|news|from .{1,40})
  you (?:may|might) (?:also|be) (?:like|interested in|enjoy).{0,12}
  recommended(?: for you)?
  most (?:read|popular|viewed)
  don['’]t miss
  trending(?: now)?
  editor['’]?s['’]? picks?
  lesen sie auch
  mehr zum thema
  das könnte (?:sie|dich) auch interessieren
  lire aussi
  à lire aussi
  sur le même sujet
  lee también
  le puede interesar
  te puede interesar
  leia (?:também|mais)
  veja (?:também|mais)
  saiba mais
  você pode gostar.{0,8}
  leggi anche
  lees ook
  czytaj (?:też|także|więcej)
  читайте также
  関連記事
  おすすめ記事
  相关(?:文章|阅读|新闻)
  관련 ?기사
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
  report
  reply
  edit
`,
  String.raw`)\W{0,3}$`,
)

/** Matches the start of lines that refer to other pages. Callers also check that a link makes up much of the line. */
const POINTER_LINES = anyOf(
  String.raw`^[\s([{*>»→•▶-]{0,6}(?:`,
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
  mehr
  siehe auch
  lire
  voir
  à lire
  lee
  ver
  leia
  veja
  leggi
  lees
  czytaj
  zobacz
  читайте
  см\.
  関連
  相关
  baca juga
  oku
`,
  ')',
)

/** Matches lines about the page itself. Callers apply it only near the start and the end of a text. */
const ABOUT_PAGE = anyOf(
  String.raw`^\W{0,3}(?:`,
  String.raw`
  (?:tags?|filed under|categor(?:y|ies)|categorias?|kategorien?|catégories?|topics?|schlagwörter|keywords|etiquetas|рубрики|теги)\s{0,3}:
  (?:the post|this article|der beitrag|l['’]article|la entrada|o post)\s.{1,130}\s(?:appeared first on|first appeared on|erschien zuerst auf|est apparu en premier sur|se publicó primero en|apareceu primeiro em)\s
  (?:posted|published|publicado|publié|veröffentlicht|pubblicato|geplaatst|опубликовано|last updated|updated)\s(?:on|in|by|at|em|por|le|am|von|il|da|op|\p{L}{3,10}\.? \d|\d)
`,
  ')',
)

const MAX_LABEL = 60
const MAX_TEXT = 300

/** @returns whether the text is only a label, such as the caption of a sharing tool */
export function isLabel(text: string): boolean {
  return text.length <= MAX_LABEL && LABEL_LINES.test(text)
}

/** @returns whether the text starts like a reference to another page */
export function pointsElsewhere(text: string): boolean {
  return POINTER_LINES.test(text.slice(0, MAX_TEXT))
}

/** @returns whether the line states the date or the category of the page */
export function isAboutPage(text: string): boolean {
  return text.length <= 160 && ABOUT_PAGE.test(text)
}

/**
 * @param before pattern before the alternatives, which opens their group
 * @param list alternatives, one regular expression per line
 * @param after pattern that closes the group
 */
function anyOf(before: string, list: string, after: string): RegExp {
  const alternatives = list.split('\n').map((line) => line.trim())
  return new RegExp(before + alternatives.filter((line) => line !== '').join('|') + after, 'iu')
}
