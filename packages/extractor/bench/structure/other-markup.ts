import { escapeText } from '../../src/dom/escape-text.ts'
import { bareTable, lines, plainTable, type Dialect } from './markup-dialect.ts'
import { COMMENTS, FOOTER, MENU, RELATED, SHARE, shell, SIDEBAR } from './page-boilerplate.ts'

export const OTHERS: readonly Dialect[] = [
  {
    name: 'latexml-paper',
    page: (title, body) =>
      shell(
        title,
        `<div class="ltx_page_main"><div class="ltx_page_content"><article class="ltx_document"><h1 class="ltx_title ltx_title_document">${title}</h1><div class="ltx_authors">Ann Lee</div>${body}</article></div><footer class="ltx_page_footer">Generated</footer></div>`,
      ),
    paragraph: (text, i) =>
      `<div class="ltx_para" id="S1.p${i}"><p class="ltx_p">${escapeText(text)} <math alttext="x_{${i}}=1" class="ltx_Math" display="inline"><mi>x</mi></math></p></div>`,
    heading: (text, level) => `<h${level} class="ltx_title ltx_title_section">${escapeText(text)}</h${level}>`,
    code: undefined,
    table: (table) =>
      `<figure class="ltx_table" id="S1.T1">${bareTable(table).replace('<table border="1">', '<table class="ltx_tabular ltx_align_middle">')}<figcaption class="ltx_caption"><span class="ltx_tag ltx_tag_table">Table 1: </span>Results</figcaption></figure>`,
    figure: ({ address, caption }) =>
      `<figure class="ltx_figure" id="S1.F1"><img src="${address}" class="ltx_graphics ltx_centering" width="500" height="300"><figcaption class="ltx_caption ltx_centering"><span class="ltx_tag ltx_tag_figure">Figure 1: </span>${escapeText(caption)}</figcaption></figure>`,
    quote: (text) => `<blockquote class="ltx_quote"><p class="ltx_p">${escapeText(text)}</p></blockquote>`,
  },
  {
    name: 'notion-like',
    page: (title, body) =>
      shell(
        title,
        `<div id="notion-app"><div class="notion-app-inner"><main class="notion notion-page"><h1 class="notion-title">${title}</h1><article class="notion-page-content"><div class="notion-page-content-inner">${body}<div class="notion-callout notion-gray_background_co"><div class="notion-page-icon-inline">💡</div><div class="notion-callout-text">Call before you come.</div></div></div></article></main></div></div>`,
      ),
    paragraph: (text) => `<div class="notion-text notion-block-77">${escapeText(text)}</div>`,
    heading: (text, level) =>
      `<h${level} class="notion-h notion-h${level} notion-h-indent-0" data-id="x"><span><div id="x" class="notion-header-anchor"></div><a class="notion-hash-link" href="#x" title="${escapeText(text)}"><svg></svg></a><span class="notion-h-title">${escapeText(text)}</span></span></h${level}>`,
    code: ({ text, language }) =>
      `<pre class="notion-code language-${language}"><div class="notion-code-copy"><div class="notion-code-copy-button"><svg></svg></div></div><code class="language-${language}">${escapeText(text)}</code></pre>`,
    table: (table) => plainTable(table).replace('<table>', '<table class="notion-simple-table">'),
    figure: ({ address, caption }) =>
      `<figure class="notion-asset-wrapper notion-asset-wrapper-image"><div style="position:relative"><img src="${address}" loading="lazy"><figcaption class="notion-asset-caption">${escapeText(caption)}</figcaption></div></figure>`,
    quote: (text) => `<blockquote class="notion-quote notion-block-5">${escapeText(text)}</blockquote>`,
  },
  {
    name: 'forum-post',
    page: (title, body) =>
      shell(
        title,
        `${MENU}<div id="main-outlet" class="wrap"><div id="topic-title"><h1>${title}</h1></div><div class="topic-body crawler-post" itemscope itemtype="http://schema.org/DiscussionForumPosting"><div class="crawler-post-meta">ann</div><div class="post" itemprop="text">${body}</div></div><div class="topic-body crawler-post"><div class="post" itemprop="text"><p>Thanks, very useful.</p></div></div></div>${FOOTER}`,
      ),
    code: ({ text, language }) =>
      `<pre data-code-wrap="${language}"><code class="lang-${language}">${escapeText(text)}\n</code></pre>`,
    table: (table) => `<div class="md-table">${plainTable(table)}</div>`,
    figure: ({ address, caption }) =>
      `<figure><div class="lightbox-wrapper"><a class="lightbox" href="${address}" title="x"><img src="${address}" width="690" height="388"></a></div><figcaption>${escapeText(caption)}</figcaption></figure>`,
    quote: (text) =>
      `<aside class="quote no-group" data-username="sam"><div class="title">sam:</div><blockquote><p>${escapeText(text)}</p></blockquote></aside>`,
  },
  {
    name: 'table-heavy',
    page: (title, body) =>
      shell(title, `${MENU}<div class="content"><h1>${title}</h1>${body}</div>${SIDEBAR}${FOOTER}`),
    code: undefined,
    table: (table) =>
      `<div class="table-scroll">${plainTable(table).replace('<table>', '<table class="data"><caption>Counts</caption>')}</div>`,
  },
  {
    name: 'layout-tables',
    page: (title, body) =>
      `<html><head><title>${title}</title></head><body bgcolor="#ffffff"><table width="100%"><tr><td width="150" valign="top"><a href="/1">Home</a><br><a href="/2">Links</a></td><td valign="top"><h1>${title}</h1>${body}</td></tr></table></body></html>`,
    code: undefined,
    table: bareTable,
    figure: undefined,
    quote: (text) => `<blockquote>${escapeText(text)}</blockquote>`,
  },
  {
    name: 'plain-page',
    page: (title, body) => `<title>${title}</title><h1>${title}</h1>${body}<hr><address>ann</address>`,
    code: ({ text, language }) => `<pre><code class="language-${language}">${escapeText(text)}</code></pre>`,
    figure: ({ address, caption }) =>
      `<figure><img src="${address}"><figcaption>${escapeText(caption)}</figcaption></figure>`,
  },
  {
    name: 'squarespace-like',
    page: (title, body) =>
      shell(
        title,
        `<div id="siteWrapper"><header id="header">${MENU}</header><main id="page"><article class="h-entry entry hentry"><h1 class="entry-title p-name">${title}</h1><div class="blog-item-content e-content"><div class="sqs-layout sqs-grid-12"><div class="row sqs-row"><div class="col sqs-col-12">${body}</div></div></div></div></article></main></div>${RELATED}${FOOTER}`,
      ),
    paragraph: (text) =>
      `<div class="sqs-block html-block sqs-block-html"><div class="sqs-block-content"><div class="sqs-html-content"><p class="">${escapeText(text)}</p></div></div></div>`,
    heading: (text, level) =>
      `<div class="sqs-block html-block"><div class="sqs-block-content"><h${level} style="white-space:pre-wrap;">${escapeText(text)}</h${level}></div></div>`,
    code: ({ text, language }) =>
      `<div class="sqs-block code-block sqs-block-code"><div class="sqs-block-content"><pre class="source-code ${language}"><code class="language-${language}">${escapeText(text)}</code></pre></div></div>`,
    figure: ({ address, caption }) =>
      `<div class="sqs-block image-block sqs-block-image"><div class="sqs-block-content"><div class="image-block-outer-wrapper"><figure class="sqs-block-image-figure intrinsic"><div class="image-block-wrapper"><noscript><img src="${address}" alt=""></noscript><img class="thumb-image" data-src="${address}" data-load="false"></div><figcaption class="image-caption-wrapper"><div class="image-caption"><p>${escapeText(caption)}</p></div></figcaption></figure></div></div></div>`,
    quote: (text) =>
      `<div class="sqs-block quote-block"><figure class="block-animation-none"><blockquote><span>“</span>${escapeText(text)}<span>”</span></blockquote><figcaption class="source">— A keeper</figcaption></figure></div>`,
  },
  {
    name: 'drupal',
    page: (title, body) =>
      shell(
        title,
        `<div class="dialog-off-canvas-main-canvas"><header role="banner">${MENU}</header><main role="main"><div class="layout-content"><div class="region region-content"><div id="block-content" class="block block-system"><article class="node node--type-article"><h1 class="page-header">${title}</h1><div class="node__content"><div class="clearfix text-formatted field field--name-body field__item">${body}</div></div></article></div></div></div></main>${SIDEBAR}</div>${FOOTER}`,
      ),
    code: ({ text, language }) =>
      `<div class="syntaxhighlighter ${language}"><table border="0"><tbody><tr><td class="gutter">${lines(text, (_, i) => `<div class="line number${i}">${i}</div>`)}</td><td class="code"><div class="container">${lines(text, (line, i) => `<div class="line number${i}"><code class="${'plain'}">${line === '' ? '&nbsp;' : line}</code></div>`)}</div></td></tr></tbody></table></div>`,
    figure: ({ address, caption }) =>
      `<figure role="group" class="caption caption-img align-center"><img data-entity-type="file" src="${address}"><figcaption>${escapeText(caption)}</figcaption></figure>`,
  },
  {
    name: 'lines-as-list',
    page: (title, body) =>
      shell(
        title,
        `${MENU}<div class="page"><div class="story"><h1>${title}</h1>${body}</div>${COMMENTS}</div>${FOOTER}`,
      ),
    code: ({ text, language }) =>
      `<pre class="prettyprint lang-${language} linenums"><ol class="linenums">${lines(text, (line, i) => `<li class="L${i}"><span class="kwd">${line}</span></li>`)}</ol></pre>`,
    figure: ({ address, caption }) =>
      `<div class="figure-box"><img src="${address}" width="600"><br><small class="caption">${escapeText(caption)}</small></div>`,
  },
  {
    name: 'source-listing',
    page: (title, body) =>
      shell(
        title,
        `${MENU}<main class="listing"><article><h1>${title}</h1><div class="prose">${body}${SHARE}</div></article></main>${FOOTER}`,
      ),
    code: ({ text, language }) =>
      `<div class="gist"><div class="gist-file"><div class="gist-data"><table class="highlight tab-size js-file-line-container" data-language="${language}"><tbody>${lines(text, (line, i) => `<tr><td id="L${i}" class="blob-num js-line-number" data-line-number="${i}"></td><td class="blob-code blob-code-inner js-file-line">${line}</td></tr>`)}</tbody></table></div><div class="gist-meta"><a href="/raw">view raw</a></div></div></div>`,
    figure: ({ address, caption }) =>
      `<a href="${address}"><figure class="zoom"><img data-lazy-src="${address}"><figcaption>${escapeText(caption)}</figcaption></figure></a>`,
  },
]
