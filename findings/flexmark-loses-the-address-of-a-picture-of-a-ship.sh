#!/bin/sh
# flexmark-html2md-converter 0.64.8 (Maven Central) writes a picture as the shortcut of an emoji if the name of its file is that
# of an emoji, on any site and in any folder: `ship.png` becomes `:ship:`. The address and the words about the picture are lost.
# Other names stay pictures.
#
# Seen:
#   :ship:
#   :house:
#   ![The harbour of Marl in 1790](https://a.example/2020/ferry-marl.png)
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
    for (String name : new String[] {"ship", "house", "ferry-marl"}) {
      String html = "<p><img src=\"https://a.example/2020/" + name + ".png\" alt=\"The harbour of Marl in 1790\"></p>";
      System.out.println(FlexmarkHtmlConverter.builder().build().convert(html).trim());
    }
  }
}
JAVA
java -cp 'jars/*' Run.java >seen 2>/dev/null
cat seen
cat >expected <<'SEEN'
:ship:
:house:
![The harbour of Marl in 1790](https://a.example/2020/ferry-marl.png)
SEEN
diff expected seen
