#!/bin/sh
# ROME 2.1.0 (Maven Central) reads a title in XHTML, and when it writes the feed it changes the spaces in it. Without
# indentation it removes the space on both sides of an element, so three words become one. With indentation, which it uses by
# default, it puts white space on both sides, so a word with a marked part becomes two. RFC 4287, 3.1.1.3, calls such a title
# XHTML, in which a space between words is shown. (The output is printed with each run of white space as one space, as a browser
# shows it.)
#
# Seen:
#   <div>The<em>old</em>mill<b>s</b></div>
#   <div> The <em>old</em> mill <b>s</b> </div>
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >pom.xml <<'XML'
<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>a</groupId><artifactId>seen</artifactId><version>1</version><dependencies>
<dependency><groupId>com.rometools</groupId><artifactId>rome</artifactId><version>2.1.0</version></dependency>
</dependencies></project>
XML
mvn -q -B org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies -DoutputDirectory=jars >/dev/null
cat >Run.java <<'JAVA'
import com.rometools.rome.io.SyndFeedInput;
import com.rometools.rome.io.SyndFeedOutput;
import java.io.StringReader;

public class Run {
  static final String FEED = """
      <feed xmlns="http://www.w3.org/2005/Atom"><title>Mills</title><id>urn:a</id><updated>2026-01-01T00:00:00Z</updated>
      <author><name>Ann</name></author><entry><id>urn:b</id><updated>2026-01-01T00:00:00Z</updated><link href="https://a.example/mill"/>
      <title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">The <em>old</em> mill<b>s</b></div></title></entry></feed>""";

  public static void main(String[] arguments) throws Exception {
    for (boolean indented : new boolean[] {false, true}) {
      String written = new SyndFeedOutput().outputString(new SyndFeedInput().build(new StringReader(FEED)), indented);
      String title = written.substring(written.indexOf("<div"), written.indexOf("</title>", written.indexOf("<div")));
      System.out.println(title.replaceAll("\\s+", " ").replaceAll(" xmlns=\"[^\"]*\"", "").trim());
    }
  }
}
JAVA
java -cp 'jars/*' Run.java >seen 2>/dev/null
cat seen
cat >expected <<'SEEN'
<div>The<em>old</em>mill<b>s</b></div>
<div> The <em>old</em> mill <b>s</b> </div>
SEEN
diff expected seen
