"""Checks books with EPUBCheck in one Java process, and prints a line of JSON with its remarks for each.

Usage: check-books.py EPUBCHECK.JAR BOOK…
"""

import json
import sys

import jpype

jpype.startJVM(classpath=[sys.argv[1]])
ByteArrayOutputStream = jpype.JClass("java.io.ByteArrayOutputStream")
PrintStream = jpype.JClass("java.io.PrintStream")
System = jpype.JClass("java.lang.System")
EpubChecker = jpype.JClass("com.adobe.epubcheck.tool.EpubChecker")

for book in sys.argv[2:]:
    output = ByteArrayOutputStream()
    stream = PrintStream(output, True, "UTF-8")
    System.setOut(stream)
    System.setErr(stream)
    EpubChecker().run(["--usage", book])
    print(json.dumps({"book": book, "remarks": str(output.toString("UTF-8"))}), flush=True)
