#!/bin/sh
# copy_down 1.1 (Maven Central), the Turndown of Java and Android, joins the lines of a `pre` without a `code` in it to one.
# Code with `code` in a list item keeps its lines, and the words after it are joined to the last one, so they are code too.
# Turndown 7.2.5 keeps them apart.
#
# Seen:
#   copy_down for wheel in mill: turn(wheel)
#   copy_down *   Call it:\n    \n        turn(wheel)\n        stop()and wait.
#   turndown for wheel in mill:\n    turn(wheel)
#   turndown *   Call it:\n    \n        turn(wheel)\n        stop()\n    \n    and wait.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >pom.xml <<'XML'
<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>a</groupId><artifactId>seen</artifactId><version>1</version><dependencies>
<dependency><groupId>io.github.furstenheim</groupId><artifactId>copy_down</artifactId><version>1.1</version></dependency>
</dependencies></project>
XML
mvn -q -B org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies -DoutputDirectory=jars >/dev/null
cat >Run.java <<'JAVA'
import io.github.furstenheim.CopyDown;

public class Run {
  public static void main(String[] arguments) {
    for (String html : new String[] {"<pre>for wheel in mill:\n    turn(wheel)</pre>",
        "<ul><li>Call it:<pre><code>turn(wheel)\nstop()</code></pre>and wait.</li></ul>"}) {
      System.out.println("copy_down " + new CopyDown().convert(html).replace("\n", "\\n"));
    }
  }
}
JAVA
java -cp 'jars/*' Run.java >seen 2>/dev/null
npm init -y >/dev/null
npm install --silent --no-audit --no-fund turndown@7.2.5
cat >run.cjs <<'JS'
const Turndown = require('turndown')

for (const html of [
  '<pre>for wheel in mill:\n    turn(wheel)</pre>',
  '<ul><li>Call it:<pre><code>turn(wheel)\nstop()</code></pre>and wait.</li></ul>',
]) {
  console.log('turndown', new Turndown().turndown(html).replaceAll('\n', '\\n'))
}
JS
node run.cjs >>seen
cat seen
cat >expected <<'SEEN'
copy_down for wheel in mill: turn(wheel)
copy_down *   Call it:\n    \n        turn(wheel)\n        stop()and wait.
turndown for wheel in mill:\n    turn(wheel)
turndown *   Call it:\n    \n        turn(wheel)\n        stop()\n    \n    and wait.
SEEN
diff expected seen
