"""Prints the text of a page of a PDF as JSON, as pypdf and PDFium extract it. Arguments: PAGE FILE"""

import json
import sys

import pypdf
import pypdfium2

page = int(sys.argv[1]) - 1
with pypdfium2.PdfDocument(sys.argv[2]) as document:
    pdfium = document[page].get_textpage().get_text_bounded()
print(json.dumps({"pypdf": pypdf.PdfReader(sys.argv[2]).pages[page].extract_text(), "PDFium": pdfium}))
