#!/bin/sh
# rssreader 3.12.0 (Maven Central) returns the last link of an Atom entry as the link of it, whatever its `rel`: with a `via`
# after the page itself, the entry leads to another site. RFC 4287, 4.2.7.2, says that `via` is the source of what the entry
# says. Of two authors it returns the last, and a title in XHTML is missing. ROME 2.1.0 reads the page.
#
# Seen:
#   rssreader: Optional[https://elsewhere.example/news] Optional[Bo] Optional.empty
#   rome: https://a.example/mill [Ann, Bo]
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >pom.xml <<'XML'
<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>a</groupId><artifactId>seen</artifactId><version>1</version><dependencies>
<dependency><groupId>com.apptasticsoftware</groupId><artifactId>rssreader</artifactId><version>3.12.0</version></dependency>
<dependency><groupId>com.rometools</groupId><artifactId>rome</artifactId><version>2.1.0</version></dependency>
</dependencies></project>
XML
mvn -q -B org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies -DoutputDirectory=jars >/dev/null
cat >Run.java <<'JAVA'
import com.apptasticsoftware.rssreader.RssReader;
import com.rometools.rome.io.SyndFeedInput;
import java.io.ByteArrayInputStream;
import java.io.StringReader;

public class Run {
  static final String FEED = """
      <feed xmlns="http://www.w3.org/2005/Atom"><title>Mills</title><id>urn:a</id><updated>2026-01-01T00:00:00Z</updated>
      <entry><id>urn:b</id><title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">The <em>mill</em></div></title>
      <updated>2026-01-01T00:00:00Z</updated><author><name>Ann</name></author><author><name>Bo</name></author>
      <link rel="alternate" href="https://a.example/mill"/><link rel="via" href="https://elsewhere.example/news"/>
      <summary>A mill</summary></entry></feed>""";

  public static void main(String[] arguments) throws Exception {
    new RssReader().read(new ByteArrayInputStream(FEED.getBytes())).forEach(item ->
        System.out.println("rssreader: " + item.getLink() + " " + item.getAuthor() + " " + item.getTitle()));
    var entry = new SyndFeedInput().build(new StringReader(FEED)).getEntries().get(0);
    System.out.println("rome: " + entry.getLink() + " " + entry.getAuthors().stream().map(author -> author.getName()).toList());
  }
}
JAVA
java -cp 'jars/*' Run.java >seen 2>/dev/null
cat seen
cat >expected <<'SEEN'
rssreader: Optional[https://elsewhere.example/news] Optional[Bo] Optional.empty
rome: https://a.example/mill [Ann, Bo]
SEEN
diff expected seen
