"""As much of an IMAP server as a mailbox that is looked through needs: one folder, in memory."""

import re
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar


class Folder:
    """Messages by their number from 1, which of them were seen or cannot be fetched, and the commands that came."""

    def __init__(self, *messages: bytes) -> None:
        self.messages = list(messages)
        self.seen: set[int] = set()
        self.refused: set[int] = set()
        self.commands: list[str] = []


class _Session(socketserver.StreamRequestHandler):
    disable_nagle_algorithm = True
    folder: ClassVar[Folder]

    def handle(self) -> None:
        self.say(b"* OK ready")
        while line := self.rfile.readline():
            tag, _, command = line.decode().strip().partition(" ")
            self.folder.commands.append(command.partition(" ")[0] if "LOGIN" in command else command)
            for said in self.answers(command):
                self.say(said)
            is_refused = (command.startswith("LOGIN") and "wrong" in command) or self.refuses(command)
            done = b" NO refused" if is_refused else b" OK done"
            self.say(tag.encode() + done)
            if command == "LOGOUT":
                return

    def refuses(self, command: str) -> bool:
        """Whether a message cannot be fetched now."""
        found = re.match(r"UID FETCH (\d+)", command)
        return found is not None and int(found[1]) in self.folder.refused

    def answers(self, command: str) -> Iterator[bytes]:
        if command == "CAPABILITY":
            yield b"* CAPABILITY IMAP4rev1"
        elif command.startswith("SELECT"):
            yield b"* %d EXISTS" % len(self.folder.messages)
        elif command == "UID SEARCH UNSEEN":
            unseen = [n for n in range(1, len(self.folder.messages) + 1) if n not in self.folder.seen]
            yield b"* SEARCH " + b" ".join(b"%d" % n for n in unseen)
        elif self.refuses(command):
            return
        elif found := re.match(r"UID FETCH (\d+)", command):
            number = int(found[1])
            raw = self.folder.messages[number - 1]
            yield b"* %d FETCH (UID %d BODY[]<0> {%d}\r\n%b)" % (number, number, len(raw), raw)
        elif found := re.match(r"UID STORE (\d+) \+FLAGS.SILENT \(\\Seen\)", command):
            self.folder.seen.add(int(found[1]))
        elif command == "LOGOUT":
            yield b"* BYE"

    def say(self, line: bytes) -> None:
        self.wfile.write(line + b"\r\n")


@contextmanager
def imap_server(*messages: bytes) -> Iterator[tuple[Folder, int]]:
    """A server with these messages in its folder, and its port."""
    folder = Folder(*messages)
    session = type("Session", (_Session,), {"folder": folder})
    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), session) as server:
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield folder, server.server_address[1]
        finally:
            server.shutdown()
            thread.join()
