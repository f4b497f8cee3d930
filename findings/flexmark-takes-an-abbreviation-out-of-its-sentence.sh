#!/bin/sh
# flexmark-html2md-converter 0.64.8 (Maven Central) moves an `abbr` with a title to the end of the document, as the definition
# of an abbreviation, and leaves nothing in the sentence. Syntaxes with such definitions expect the word in the sentence too.
# Without a title the word is lost altogether.
#
# Seen:
#   The met in May.
#
#   *[WHO]: World Health Organization
#   The met in May.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >pom.xml <<'XML'
<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>a</groupId><artifactId>seen</artifactId><version>1</version><dependencies>
<dependency><groupId>com.vladsch.flexmark</groupId><artifactId>flexmark-html2md-converter</artifactId><version>0.64.8</version></dependency>
</dependencies></project>
XML
mvn -q -B org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies -DoutputDirectory=jars >/dev/null
cat >Run.java <<'JAVA'
import com.vladsch.flexmark.html2md.converter.FlexmarkHtmlConverter;

public class Run {
  public static void main(String[] arguments) {
    for (String title : new String[] {" title=\"World Health Organization\"", ""}) {
      String html = "<p>The <abbr" + title + ">WHO</abbr> met in May.</p>";
      System.out.println(FlexmarkHtmlConverter.builder().build().convert(html).trim());
    }
  }
}
JAVA
java -cp 'jars/*' Run.java >seen 2>/dev/null
cat seen
cat >expected <<'SEEN'
The met in May.

*[WHO]: World Health Organization
The met in May.
SEEN
diff expected seen
