"""`python3 -m infra.launcher up|down|test`, called by the shell wrappers."""

import sys

from infra.launcher.cli import main

sys.exit(main(sys.argv[1:]))
