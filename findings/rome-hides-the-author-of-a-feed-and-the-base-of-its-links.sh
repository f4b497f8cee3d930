#!/bin/sh
# ROME 2.1.0 (Maven Central) reads an Atom feed and writes it without the `xml:base` of the feed, so each relative link in it
# and in its texts leads elsewhere. An entry without an author of its own gets an author without a name, which hides the author
# of the feed (RFC 4287, 4.2.1), and the address of a paper as the content of an entry (`src`; RFC 4287, 4.1.3.2) is lost.
# feedparser 6.0.14 reads both feeds.
#
# Seen:
#   before: link 'https://a.example/blog/mill', author 'Ann', content [('application/pdf', 'mill.pdf')]
#   after: link 'mill', author '', content [('application/pdf', None)]
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
import java.nio.file.Files;
import java.nio.file.Path;

public class Run {
  public static void main(String[] arguments) throws Exception {
    var feed = new SyndFeedInput().build(Path.of("before.xml").toFile());
    Files.writeString(Path.of("after.xml"), new SyndFeedOutput().outputString(feed, false));
  }
}
JAVA
cat >before.xml <<'XML'
<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://a.example/blog/"><title>Mills</title><id>urn:a</id>
<updated>2026-01-01T00:00:00Z</updated><author><name>Ann</name></author><entry><id>urn:b</id><title>The mill</title>
<updated>2026-01-01T00:00:00Z</updated><link href="mill"/><summary>A paper</summary>
<content type="application/pdf" src="mill.pdf"/></entry></feed>
XML
java -cp 'jars/*' Run.java 2>/dev/null
python3 -m venv env
env/bin/pip install --quiet --upgrade pip
env/bin/pip install --quiet feedparser==6.0.14
cat >run.py <<'PY'
import feedparser

for name in ["before", "after"]:
    feed = feedparser.parse(open(f"{name}.xml", "rb").read())
    entry = feed.entries[0]
    content = [(each.type, each.get("src")) for each in entry.get("content", [])]
    print(f"{name}: link {entry.link!r}, author {entry.get('author', feed.feed.get('author'))!r}, content {content}")
PY
env/bin/python run.py >seen
cat seen
cat >expected <<'SEEN'
before: link 'https://a.example/blog/mill', author 'Ann', content [('application/pdf', 'mill.pdf')]
after: link 'mill', author '', content [('application/pdf', None)]
SEEN
diff expected seen
