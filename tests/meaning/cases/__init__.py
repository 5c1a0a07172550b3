"""Small C sources that might mean something else once they are carried. Each defines `int f(int x)`.

A case is a text, or a dictionary of files ("main" is the source), with "flags" for both compilers and
"sources" for those of the files that --source names.
"""

from . import conditions, foreign, inclusions, linkage, macros, names, styles, types

THEMES = {theme.__name__.rsplit(".", 1)[1]: theme.CASES
          for theme in (conditions, macros, inclusions, names, types, styles, foreign, linkage)}
CASES = {name: case for theme in THEMES.values() for name, case in theme.items()}
