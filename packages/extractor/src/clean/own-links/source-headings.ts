import { phraseTest } from '../../dom/phrase-test.ts'

/** Maximum length in characters of such a heading. */
const MAX_HEADING = 60

/** Matches the whole heading, each line one regular expression in lower case. */
const isSources = phraseTest(String.raw`
  see also
  references?(?: and (?:notes|links|further reading|sources))?
  (?:notes|sources|citations) and references
  sources
  bibliography
  works cited
  literature
  (?:further|additional|recommended|suggested) (?:reading|resources|information|links)
  (?:external|useful|helpful) links
  (?:other|more|related|useful|helpful) resources
  links mentioned(?: in (?:this|the) (?:article|post|episode|show))?
  next steps
  siehe auch
  quellen(?:angaben)?
  literatur(?:verzeichnis)?
  weiterführende (?:links|literatur|informationen)
  weblinks
  einzelnachweise
  voir aussi
  références
  bibliographie
  liens externes
  pour aller plus loin
  véase también
  referencias
  fuentes
  bibliografía
  enlaces externos
  ver também
  referências
  fontes
  bibliografia
  ligações externas
  links externos
  voci correlate
  riferimenti
  fonti
  collegamenti esterni
  zie ook
  bronnen
  externe links
  zobacz też
  przypisy
  źródła
  linki zewnętrzne
  см\. также
  примечания
  литература
  источники
  ссылки
  関連項目
  脚注
  参考文献
  出典
  外部リンク
  参见
  参考资料
  外部链接
  延伸阅读
`)

/** @returns whether a text is the heading of the sources of an article, or of a list of what to read next to it */
export function isSourcesHeading(text: string): boolean {
  return text.length <= MAX_HEADING && isSources(text)
}
