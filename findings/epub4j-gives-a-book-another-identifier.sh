#!/bin/sh
# epub4j-core 4.2.2 (Maven Central) reads a book of EPUB 3 and writes it with another unique identifier, if the book has two: it
# takes the first `dc:identifier`, and not the one that `unique-identifier` of the package points to (EPUB 3.3, 5.4). A reading
# system that keeps places and highlights by it finds neither. The book becomes EPUB 2 without contents, and its pages turn the
# other way.
#
# Seen:
#   before: version 3.0, identifier ['urn:mill'], direction rtl, contents ['nav.xhtml']
#   after: version 2.0, identifier ['isbn:9780000000002'], direction None, contents []
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >pom.xml <<'XML'
<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>a</groupId><artifactId>seen</artifactId><version>1</version><dependencies>
<dependency><groupId>io.documentnode</groupId><artifactId>epub4j-core</artifactId><version>4.2.2</version></dependency>
</dependencies></project>
XML
mvn -q -B org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies -DoutputDirectory=jars >/dev/null
cat >Run.java <<'JAVA'
import io.documentnode.epub4j.epub.EpubReader;
import io.documentnode.epub4j.epub.EpubWriter;
import java.io.FileInputStream;
import java.io.FileOutputStream;

public class Run {
  public static void main(String[] arguments) throws Exception {
    new EpubWriter().write(new EpubReader().readEpub(new FileInputStream("before.epub")), new FileOutputStream("after.epub"));
  }
}
JAVA
cat >make.py <<'PY'
import zipfile

head = '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>Mill</title></head>'
page = head + "<body>%s</body></html>"
with zipfile.ZipFile("before.epub", "w") as book:
    book.writestr("mimetype", "application/epub+zip")
    book.writestr("META-INF/container.xml", """<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>""")
    book.writestr("book.opf", """<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier>isbn:9780000000002</dc:identifier>
<dc:identifier id="id">urn:mill</dc:identifier><dc:title>The mill</dc:title><dc:language>he</dc:language>
<meta property="dcterms:modified">2026-01-01T00:00:00Z</meta></metadata><manifest>
<item id="nav" href="nav.xhtml" properties="nav" media-type="application/xhtml+xml"/>
<item id="one" href="one.xhtml" media-type="application/xhtml+xml"/></manifest>
<spine page-progression-direction="rtl"><itemref idref="one"/></spine></package>""")
    book.writestr("nav.xhtml", page % '<nav epub:type="toc"><ol><li><a href="one.xhtml">The wheel</a></li></ol></nav>')
    book.writestr("one.xhtml", page % "<p>A wheel.</p>")
PY
cat >read.py <<'PY'
import zipfile
from xml.etree import ElementTree

OPF, DC = "{http://www.idpf.org/2007/opf}", "{http://purl.org/dc/elements/1.1/}"
for name in ["before", "after"]:
    with zipfile.ZipFile(f"{name}.epub") as book:
        path = next(path for path in book.namelist() if path.endswith(".opf"))
        package = ElementTree.fromstring(book.read(path))
    identifier = package.get("unique-identifier")
    values = [element.text for element in package.iter(f"{DC}identifier") if element.get("id") == identifier]
    direction = package.find(f"{OPF}spine").get("page-progression-direction")
    navigation = [item.get("href") for item in package.iter(f"{OPF}item") if item.get("properties") == "nav"]
    print(f"{name}: version {package.get('version')}, identifier {values}, direction {direction}, contents {navigation}")
PY
python3 make.py
java -cp 'jars/*' Run.java >/dev/null 2>&1
python3 read.py >seen
cat seen
cat >expected <<'SEEN'
before: version 3.0, identifier ['urn:mill'], direction rtl, contents ['nav.xhtml']
after: version 2.0, identifier ['isbn:9780000000002'], direction None, contents []
SEEN
diff expected seen
