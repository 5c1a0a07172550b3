# The site: Sphinx over README.md and docs/*.md as they stand. docs/build-site.sh runs it in the root.
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

project = "Weft"
author = "The Weft developers"
copyright = "2026, The Weft developers"
release = re.search(r"project\(Weft VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text())[1]

extensions = ["myst_parser"]
root_doc = "docs/site/index"
include_patterns = ["README.md", "docs/*.md", "docs/site/index.md"]
myst_heading_anchors = 3
# Links to folders, and to the HTML of doxygen, are no pages of Sphinx; tests/docs/links.py checks all others.
suppress_warnings = ["myst.xref_missing", "misc.highlighting_failure", "toc.not_included"]

html_theme = "furo"
html_title = f"Weft {release}"
html_show_sphinx = False
html_copy_source = False
