"""Plays a part of a series in a process of its own, and prints the part's file:

    python _part.py ironrank lab --players … --shard 3/64

It ends, and the game with it, as soon as its standard input does: whoever is killed while a part is
played, such as a worker of a cluster, leaves no game behind that nobody waits for. It uses nothing
but the standard library and is run as a file.
"""

import os
import subprocess
import sys
import tempfile
import threading


def main(command: list[str]) -> int:
    with tempfile.TemporaryDirectory(prefix="ironrank-") as folder:
        into = os.path.join(folder, "part")
        try:
            game = subprocess.Popen(
                [*command, "--into", into], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL
            )
        except OSError as error:
            print(f"{command[0]} can't be started: {error}", file=sys.stderr)
            return 127

        def watch() -> None:
            while os.read(0, 1):
                pass
            game.kill()

        threading.Thread(target=watch, daemon=True).start()
        code = game.wait()
        if code == 0:
            with open(into, "rb") as part:
                sys.stdout.buffer.write(part.read())
    # A game that was killed has the number of the signal below 0.
    return code if code >= 0 else 128 - code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
