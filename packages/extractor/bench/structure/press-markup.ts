import { escapeText } from '../../src/dom/escape-text.ts'
import { bareTable, plainTable, type Dialect } from './markup-dialect.ts'
import { COMMENTS, FOOTER, MENU, RELATED, SHARE, shell, SIDEBAR } from './page-boilerplate.ts'

const AD = '<div class="ad-slot" data-ad="inline"><span>Advertisement</span></div>'
const ARTICLE =
  '<meta property="og:type" content="article"><meta property="article:published_time" content="2024-03-01T10:00:00Z">'

export const PRESS: readonly Dialect[] = [
  {
    name: 'news-components',
    page: (title, body) =>
      shell(
        title,
        `${MENU}<main id="main-content"><article><header><h1 id="main-heading">${title}</h1></header>${body}</article></main><section data-component="related">${RELATED}</section>${FOOTER}`,
        ARTICLE,
      ),
    paragraph: (text, i) =>
      `<div data-component="text-block" class="ssrcss-uf6wea-RichTextComponentWrapper"><div class="ssrcss-7uxr49-RichTextContainer"><p class="ssrcss-1q0x1qg-Paragraph">${escapeText(text)}</p></div></div>${i % 4 === 3 ? AD : ''}`,
    heading: (text, level) =>
      `<div data-component="subheadline-block"><h${level} class="ssrcss-y2fd7s-StyledHeading"><span role="text">${escapeText(text)}</span></h${level}></div>`,
    code: undefined,
    table: (table) => `<div data-component="table-block"><div class="ssrcss-table">${plainTable(table)}</div></div>`,
    figure: ({ address, caption }) =>
      `<div data-component="image-block"><figure class="ssrcss-wpgbih-StyledFigure"><div><span class="ssrcss-1s1kjo7-Placeholder"><picture><source srcset="${address} 240w" type="image/webp"><img src="${address}" class="ssrcss-evoj7m-Image" width="976" height="549"></picture></span></div><div class="ssrcss-7wjg93-CaptionWrapper"><figcaption class="ssrcss-fjx9n-Caption"><span class="visually-hidden">Image caption, </span>${escapeText(caption)}</figcaption></div></figure></div>`,
    quote: (text) =>
      `<div data-component="pullout-block"><blockquote class="ssrcss-quote"><span>${escapeText(text)}</span></blockquote></div>`,
  },
  {
    name: 'news-classic',
    page: (title, body) =>
      shell(
        title,
        `<div id="wrapper"><div class="header">${MENU}</div><div class="article-page"><div class="article-header"><h1 class="headline">${title}</h1><div class="byline">By <span class="author">Ann Lee</span></div>${SHARE}</div><div class="article-body" itemprop="articleBody">${body}<div class="tags"><a href="/t/1">sea</a><a href="/t/2">lamps</a></div></div>${COMMENTS}</div>${SIDEBAR}</div>${FOOTER}`,
        ARTICLE,
      ),
    code: undefined,
    table: bareTable,
    figure: ({ address, caption }) =>
      `<div class="image-container"><img class="lazy" src="/img/placeholder.png" data-original="${address}"><div class="image-caption"><span>${escapeText(caption)}</span><span class="credit">Photo: Ann Lee</span></div></div>`,
    quote: (text) => `<blockquote class="pullquote">${escapeText(text)}</blockquote>`,
  },
  {
    name: 'magazine',
    page: (title, body) =>
      shell(
        title,
        `<div class="site"><header class="masthead">${MENU}</header><main><article class="c-feature"><div class="c-feature__head"><h1>${title}</h1><p class="dek">The sea does not care.</p></div><div class="c-feature__body l-col__main">${body}</div></article></main></div>${RELATED}${FOOTER}`,
        ARTICLE,
      ),
    paragraph: (text, i) =>
      `<p class="${i === 0 ? 'has-dropcap' : 'dropcap-none'}">${escapeText(text)}</p>${i === 5 ? '<div class="newsletter-promo"><p>Get our newsletter</p><form><input type="email"></form></div>' : ''}`,
    code: undefined,
    table: undefined,
    figure: ({ address, caption }) =>
      `<figure class="media media--type-image"><div class="media__wrapper"><img srcset="${address} 800w" src="${address}"></div><figcaption class="media__caption"><div class="caption__text">${escapeText(caption)}</div><cite class="caption__credit">Ann Lee</cite></figcaption></figure>`,
    quote: (text) => `<aside class="quote-box"><blockquote>${escapeText(text)}</blockquote></aside>`,
  },
  {
    name: 'amp',
    page: (title, body) =>
      `<!doctype html><html ⚡ lang="en"><head><meta charset="utf-8"><title>${title}</title><link rel="canonical" href="https://amp.example/a/page-canonical">${ARTICLE}</head><body><amp-sidebar id="s">${MENU}</amp-sidebar><article class="amp-wp-article"><header class="amp-wp-article-header"><h1 class="amp-wp-title">${title}</h1></header><div class="amp-wp-article-content">${body}</div></article>${FOOTER}</body></html>`,
    figure: ({ address, caption }) =>
      `<figure class="wp-caption"><amp-img src="${address}" width="800" height="600" layout="responsive"></amp-img><figcaption>${escapeText(caption)}</figcaption></figure>`,
  },
  {
    name: 'german-press',
    language: 'de',
    page: (title, body) =>
      shell(
        title,
        `<header class="kopf">${MENU}</header><main><article class="artikel"><h1>${title}</h1><div class="artikel-text">${body}</div></article></main><div class="mehr-zum-thema"><h3>Mehr zum Thema</h3><a href="/1">Eins</a> <a href="/2">Zwei</a></div>${FOOTER}`,
        ARTICLE,
      ),
    code: undefined,
    figure: ({ address, caption }) =>
      `<figure class="bild"><img src="${address}"><figcaption>${escapeText(caption)} <span class="quelle">Bild: A. Lee</span></figcaption></figure>`,
  },
  {
    name: 'arabic-press',
    language: 'ar',
    page: (title, body) =>
      `<!doctype html><html lang="ar" dir="rtl"><head><meta charset="utf-8"><title>${title}</title>${ARTICLE}</head><body>${MENU}<main><article><h1>${title}</h1><div class="wysiwyg" dir="rtl">${body}</div></article></main>${FOOTER}</body></html>`,
    code: undefined,
  },
  {
    name: 'japanese-press',
    language: 'ja',
    page: (title, body) =>
      `<!doctype html><html lang="ja"><head><meta charset="utf-8"><title>${title}｜例</title>${ARTICLE}</head><body>${MENU}<div id="main"><div class="entry-body honbun"><h1>${title}</h1><div class="honbun-text">${body}</div></div></div>${FOOTER}</body></html>`,
    code: undefined,
    figure: ({ address, caption }) =>
      `<div class="photo"><img src="${address}"><p class="caption">${escapeText(caption)}</p></div>`,
  },
  {
    name: 'russian-press',
    language: 'ru',
    page: (title, body) =>
      `<!doctype html><html lang="ru"><head><meta charset="utf-8"><title>${title}</title></head><body>${MENU}<div class="layout"><div class="article__wrapper"><h1 class="article__title">${title}</h1><div class="article__text">${body}</div></div>${SIDEBAR}</div>${FOOTER}</body></html>`,
    code: undefined,
    table: bareTable,
    quote: (text) =>
      `<blockquote class="article__quote"><div class="article__quote-text">${escapeText(text)}</div></blockquote>`,
  },
  {
    name: 'recipe',
    page: (title, body) =>
      shell(
        title,
        `${MENU}<main><article class="recipe" itemscope itemtype="https://schema.org/Recipe"><h1 itemprop="name">${title}</h1><div class="recipe-body">${body}<div class="recipe-ingredients"><ul><li itemprop="recipeIngredient">2 cups of flour</li><li itemprop="recipeIngredient">1 spoon of salt</li></ul></div></div></article></main>${RELATED}${FOOTER}`,
      ),
    code: undefined,
    figure: ({ address, caption }) =>
      `<div class="recipe-photo"><figure><img src="${address}"><figcaption class="photo-credit">${escapeText(caption)}</figcaption></figure></div>`,
  },
  {
    name: 'page-builder',
    page: (title, body) =>
      shell(
        title,
        `<header class="elementor elementor-location-header">${MENU}</header><div class="elementor elementor-12" data-elementor-type="single-post"><section class="elementor-section"><div class="elementor-container"><div class="elementor-column"><div class="elementor-widget-wrap"><div class="elementor-element elementor-widget elementor-widget-theme-post-title"><h1 class="elementor-heading-title">${title}</h1></div><div class="elementor-element elementor-widget elementor-widget-theme-post-content"><div class="elementor-widget-container">${body}</div></div></div></div></div></section></div>${FOOTER}`,
      ),
    heading: (text, level) =>
      `<div class="elementor-element elementor-widget elementor-widget-heading"><div class="elementor-widget-container"><h${level} class="elementor-heading-title elementor-size-default">${escapeText(text)}</h${level}></div></div>`,
    code: ({ text, language }) =>
      `<pre class="EnlighterJSRAW" data-enlighter-language="${language}" data-enlighter-theme="">${escapeText(text)}</pre>`,
    figure: ({ address, caption }) =>
      `<div class="elementor-widget elementor-widget-image"><div class="elementor-widget-container"><figure class="wp-caption"><img src="${address}"><figcaption class="widget-image-caption wp-caption-text">${escapeText(caption)}</figcaption></figure></div></div>`,
  },
]
