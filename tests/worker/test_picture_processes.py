"""Pictures are drawn in processes of their own: a costly or faulty one harms no other."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator

import pytest

from pbem.rendering.layers import layout_picture
from pbem.rendering.renderer_pool import MAX_WIDTH, RendererPool, RenderersBusy, RenderingTooExpensive

PLAIN = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3"><rect width="2" height="2" fill="#123456"/></svg>'


def fog(banks: int) -> str:
    """A picture of so many thin clouds over one another."""
    bank = '<circle cx="200" cy="150" r="140" fill-opacity=".01" stroke="#123456" stroke-dasharray=".5 .5"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 300">{bank * banks}</svg>'


def tower(storeys: int) -> str:
    """A picture so many times as high as it is wide."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 {storeys}"><rect width="1" height="1"/></svg>'


@pytest.fixture
def one() -> Iterator[RendererPool]:
    """A single renderer with little memory and little time."""
    renderers = RendererPool(1, megabytes=256, seconds=1)
    yield renderers
    renderers.close()


def draw(renderers: RendererPool, svg: str = PLAIN, *, width: int = 400, patience: float = 0.0) -> bytes:
    return renderers.draw(layout_picture(svg, width), patience=patience).png


def test_one_process_draws_picture_after_picture(one: RendererPool) -> None:
    assert one.pids == []
    first, pids = draw(one), one.pids
    assert first[:8] == b"\x89PNG\r\n\x1a\n"
    assert draw(one) == first
    assert one.pids == pids


def test_it_says_how_much_processor_time_a_picture_has_used(one: RendererPool) -> None:
    cheap, dear = (one.draw(layout_picture(fog(banks), 400), patience=0.0).seconds for banks in (1, 40))
    assert 0 < cheap < dear < 5


def test_it_knows_nothing_of_the_servers_secrets(one: RendererPool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_SECRET_KEY", "not for a renderer")
    draw(one)
    with open(f"/proc/{one.pids[0]}/environ", "rb") as file:
        assert b"PBEM_SECRET_KEY" not in file.read()


@pytest.mark.parametrize("svg", [fog(9000), tower(10_000_000)], ids=["time", "memory"])
def test_a_picture_that_costs_too_much_is_given_up_and_the_next_one_drawn(one: RendererPool, svg: str) -> None:
    began = time.monotonic()
    with pytest.raises(RenderingTooExpensive):
        draw(one, svg)
    assert time.monotonic() - began < 60
    assert draw(one)


def test_a_picture_that_lasts_too_long_is_given_up(one: RendererPool) -> None:
    """Not by the processor's time alone: a renderer that stands still is ended by the clock."""
    draw(one)
    (pid,) = one.pids
    os.kill(pid, signal.SIGSTOP)
    with pytest.raises(RenderingTooExpensive):
        draw(one)
    assert one.pids == []
    assert draw(one)


def test_what_is_no_picture_is_refused_and_costs_no_renderer(one: RendererPool) -> None:
    draw(one)
    pids = one.pids
    for svg, width in [("no picture", 9), (PLAIN, 0), (PLAIN, -1), (PLAIN, MAX_WIDTH + 1), ("<svg><image/></svg>", 9)]:
        with pytest.raises(ValueError, match=r".+"):
            draw(one, svg, width=width)
    assert one.pids == pids


def test_a_renderer_that_died_idle_fails_no_picture(one: RendererPool) -> None:
    draw(one)
    (pid,) = one.pids
    os.kill(pid, signal.SIGKILL)
    os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
    assert draw(one)
    assert one.pids != [pid]


def test_nobody_waits_longer_for_a_free_renderer_than_it_says(one: RendererPool) -> None:
    draw(one)
    os.kill(one.pids[0], signal.SIGSTOP)
    slow = threading.Thread(target=_fails, args=[one])
    slow.start()
    time.sleep(0.2)
    began = time.monotonic()
    with pytest.raises(RenderersBusy):
        draw(one, patience=0.1)
    assert time.monotonic() - began < 1
    slow.join()
    assert draw(one)


def test_there_are_never_more_renderers_than_agreed() -> None:
    renderers = RendererPool(2, megabytes=256, seconds=5)
    found: list[int] = []
    askers = [
        threading.Thread(target=lambda: found.append(len(draw(renderers, width=2000, patience=30)))) for _ in range(8)
    ]
    try:
        for asker in askers:
            asker.start()
        for asker in askers:
            asker.join()
        assert len(found) == 8
        assert 1 <= len(renderers.pids) <= 2
    finally:
        renderers.close()
    assert renderers.pids == []


def test_a_renderer_ends_with_its_server() -> None:
    """A server that is killed closes its end of the line, and the renderer has nobody to draw for."""
    program = (
        "from pbem.rendering.renderer_pool import RendererPool, layout_picture; "
        "r = RendererPool(1, megabytes=256, seconds=9); "
    )
    program += f"r.draw(layout_picture({PLAIN!r}, 9), patience=1); print(r.pids[0], flush=True); input()"
    server = subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    pid = int(server.stdout.readline())
    server.kill()
    server.communicate()
    until = time.monotonic() + 60
    while _runs(pid):
        assert time.monotonic() < until, "the renderer outlives its server"
        time.sleep(0.05)


FORKING = """
import os
from pbem.rendering import renderer_pool as pictures

PLAIN = {plain!r}
pictures.draw_png(PLAIN, width=400)
mine = pictures._renderers.pids
if (child := os.fork()) == 0:
    sound = not pictures._renderers.pids and pictures.draw_png(PLAIN, width=401) and pictures._renderers.pids != mine
    os._exit(0 if sound else 1)
assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
assert pictures._renderers.pids == mine
assert pictures.draw_png(PLAIN, width=402)
"""


def test_a_forked_process_has_renderers_of_its_own() -> None:
    subprocess.run([sys.executable, "-c", FORKING.format(plain=PLAIN)], check=True, timeout=60)


def _fails(renderers: RendererPool) -> None:
    with pytest.raises(RenderingTooExpensive):
        draw(renderers)


def _runs(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
