#!/bin/sh
# citeproc-java 3.1.0 (Maven Central) divides an author in braces from BibTeX into a first and a last name, so a museum is cited
# by an initial: BibTeX takes what is in braces as one name. A formula in a title leaves each accent and command in it as LaTeX,
# and an address in `howpublished`, the form for web pages in BibTeX, is not cited.
#
# Seen:
#   [1]M. Museum, “Rye,” 2019.
#   [2]A. Li, “The café.” [Online]. Available: https://a.example/cafe
#   [3]A. Li, “The caf\’e at $x_2$.” [Online]. Available: https://a.example/bar
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >pom.xml <<'XML'
<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>a</groupId><artifactId>seen</artifactId><version>1</version><dependencies>
<dependency><groupId>de.undercouch</groupId><artifactId>citeproc-java</artifactId><version>3.1.0</version></dependency>
<dependency><groupId>org.citationstyles</groupId><artifactId>styles</artifactId><version>26.2</version></dependency>
<dependency><groupId>org.citationstyles</groupId><artifactId>locales</artifactId><version>26.2</version></dependency>
</dependencies></project>
XML
mvn -q -B org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies -DoutputDirectory=jars >/dev/null
cat >Run.java <<'JAVA'
import de.undercouch.citeproc.CSL;
import de.undercouch.citeproc.bibtex.BibTeXConverter;
import de.undercouch.citeproc.bibtex.BibTeXItemDataProvider;
import java.io.ByteArrayInputStream;

public class Run {
  static final String LIBRARY = """
      @misc{a, author = {{Mill Museum}}, title = {Rye}, year = 2019, howpublished = {\\url{https://a.example/rye}}}
      @online{b, author = {Ann Li}, title = {The caf\\'e}, year = 2020, url = {https://a.example/cafe}}
      @online{c, author = {Ann Li}, title = {The caf\\'e at $x_2$}, year = 2021, url = {https://a.example/bar}}
      """;

  public static void main(String[] arguments) throws Exception {
    var library = new BibTeXItemDataProvider();
    library.addDatabase(new BibTeXConverter().loadDatabase(new ByteArrayInputStream(LIBRARY.getBytes())));
    CSL style = new CSL(library, "ieee");
    style.setOutputFormat("text");
    style.registerCitationItems("a", "b", "c");
    System.out.println(style.makeBibliography().makeString().trim());
  }
}
JAVA
java -cp 'jars/*' Run.java >seen 2>/dev/null
cat seen
cat >expected <<'SEEN'
[1]M. Museum, “Rye,” 2019.
[2]A. Li, “The café.” [Online]. Available: https://a.example/cafe
[3]A. Li, “The caf\’e at $x_2$.” [Online]. Available: https://a.example/bar
SEEN
diff expected seen
