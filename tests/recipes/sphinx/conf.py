import os
import sys

sys.path.insert(0, os.path.abspath("../../../docs/embed/sphinx"))
project = "recipe"
extensions = ["rowkind"]
