// Which files of large packages remain in an installation (prune-modules.js).

/**
 * Matches the files of large packages that Dogear uses, besides licences and package.json.
 * @type {Readonly<Record<string, RegExp>>}
 */
const KEPT_FILES = {
  // The two files that the extractor loads. The others draw pages, decode rare formats or are built for browsers.
  'pdfjs-dist': /^legacy\/build\/pdf(?:\.worker\.min)?\.mjs$/,
  // The reference page of the API.
  'swagger-ui-dist': /^swagger-ui(?:-bundle\.js|\.css)$/,
  // The others are models of other sizes, and builds for browsers.
  tinyld: /^dist\/tinyld\.normal\.node\.m?js$/,
  'highlight.js': /^(?:lib\/core\.js|es\/(?:core|languages\/[\w-]+)\.js|es\/package\.json)$/,
  pdfkit: /^(?:node_modules\/|js\/(?:data\/|standard-fonts\/|output\.|pdfkit\.js$|pdfkit\.node\.mjs$))/,
  fontkit: /^dist\/(?:main\.cjs|module\.mjs)$/,
  // The others are sources in C++, and the same modules in another form.
  sharp: /^dist\/.*\.mjs$/,
  // The others are the same modules in another form, and a list of mail services.
  nodemailer: /^dist\/esm\/.*\.js(?:on)?$/,
  // The others are tests and documentation.
  fastify: /^(?:lib\/|node_modules\/|[^/]+\.js$)/,
  undici: /^(?:lib\/|index\.js$)/,
  // The weights of exported PDFs.
  '@fontsource/noto-sans': /^(?:unicode\.json|files\/[^/]*-(?:400|700)-(?:normal|italic)\.woff)$/,
}
const ALWAYS_KEPT = /^(?:package\.json|(?:licen[cs]e|notice|ofl|copying)[^/]*)$/i

/** The packages of which only some files are kept. */
export const PRUNED_PACKAGES = Object.keys(KEPT_FILES)

/**
 * @param {string} name one of `PRUNED_PACKAGES`
 * @param {string} path path of a file below the folder of the package, with forward slashes
 * @returns {boolean} true if the file remains
 */
export function isKept(name, path) {
  return ALWAYS_KEPT.test(path) || KEPT_FILES[name] === undefined || KEPT_FILES[name].test(path)
}
