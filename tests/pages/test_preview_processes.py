"""Previews are computed in processes beside the web server: results and errors come back, and costly ones are ended."""

import os
import signal
import time
from collections.abc import Iterator
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.utils import timezone, translation

from games.errors import PreviewTooExpensive, missing
from games.kernel.errors import Malformed, malformed
from games.models import Player
from pbem.previews import processes
from pbem.previews.helper import IDLE
from pbem.previews.page_requests import render_as_preview
from pbem.previews.processes import PreviewProcess, run_preview
from pbem.previews.slots import OVERDRAFT, PreviewsBusy, ProcessorBudget

PATIENCE = 120.0
"""Seconds for the start of a process on a busy machine."""


def get_pid(*rest: object) -> int:
    """The process in which this runs."""
    return os.getpid()


def priority() -> int:
    return os.nice(0)


def fail(kind: str) -> None:
    """Raise an error of the server, of a library or of the program."""
    if kind == "missing":
        raise missing()
    if kind == "malformed":
        raise malformed("/value", "Too long.", "長すぎます。", "too_long")
    raise KeyError(kind)


def spin() -> None:
    while True:
        pass


def unpicklable() -> Any:
    return lambda: None


def describe(request: HttpRequest, word: str) -> HttpResponse:
    """A page that says what it can read of its request."""
    said = [request.method, request.path, request.POST["choice"], str(request.user), request.get_host(), word]
    said += [request.COOKIES["kept"], translation.get_language() or "", timezone.get_current_timezone_name()]
    return HttpResponse("|".join(map(str, said)), status=422)


@pytest.fixture
def one() -> Iterator[PreviewProcess]:
    """A process that is ready. Its first preview loads this module."""
    yield from ready(60)


@pytest.fixture
def brief() -> Iterator[PreviewProcess]:
    """A process that is ready, with a second of processor time for each preview."""
    yield from ready(1)


def ready(seconds: int) -> Iterator[PreviewProcess]:
    process = PreviewProcess(7, seconds)
    try:
        assert until_ready(process)
        yield process
    finally:
        process.end()


def until_ready(process: PreviewProcess) -> bool:
    until = time.monotonic() + PATIENCE
    while not process.is_ready() and time.monotonic() < until:
        time.sleep(0.1)
    return process.is_ready()


def test_a_process_computes_one_preview_after_the_other_with_its_priority(one: PreviewProcess) -> None:
    reply = one.run(get_pid, ())
    assert reply.result == one.pid != os.getpid()
    assert reply.seconds >= 0
    assert one.run(priority, ()).result == os.nice(0) + 7
    assert one.run(get_pid, ()).result == one.pid


def test_errors_come_back_with_all_that_they_say(one: PreviewProcess) -> None:
    error = one.run(fail, ("malformed",)).error
    assert isinstance(error, Malformed)
    assert (error.problems[0].pointer, error.detail.ja) == ("/value", "長すぎます。")
    assert isinstance(one.run(fail, ("missing",)).error, type(missing()))
    assert repr(one.run(fail, ("x",)).error) == "KeyError('x')"
    assert isinstance(one.run(unpicklable, ()).error, RuntimeError)
    assert one.run(get_pid, ()).result == one.pid


def test_a_preview_that_takes_too_long_is_ended_and_the_process_starts_again(brief: PreviewProcess) -> None:
    pid = brief.pid
    assert isinstance(brief.run(spin, ()).error, PreviewTooExpensive)
    assert brief.run(get_pid, ()).result == os.getpid(), "until the next process is ready"
    assert until_ready(brief)
    assert brief.pid != pid


def test_a_process_that_stands_still_is_ended_by_the_clock(brief: PreviewProcess) -> None:
    os.kill(brief.pid, signal.SIGSTOP)
    assert isinstance(brief.run(get_pid, ()).error, PreviewTooExpensive)
    assert brief.pid == 0


def test_a_process_that_died_idle_fails_no_preview(one: PreviewProcess) -> None:
    os.kill(one.pid, signal.SIGKILL)
    os.waitid(os.P_PID, one.pid, os.WEXITED | os.WNOWAIT)
    assert one.run(get_pid, ()).result == os.getpid()


def test_a_player_who_used_much_processor_time_gets_the_patient_process(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.PBEM_PREVIEW_PROCESSES = True
    prompt, patient = PreviewProcess(0), PreviewProcess(IDLE)
    monkeypatch.setattr(processes, "_prompt", prompt)
    monkeypatch.setattr(processes, "_patient", patient)
    budget = ProcessorBudget(3.0, 0.0)
    monkeypatch.setattr(processes, "_budget", budget)
    try:
        assert run_preview("anna", get_pid) == os.getpid(), "the process is not ready yet"
        assert until_ready(prompt)
        assert run_preview("anna", get_pid) == prompt.pid
        assert run_preview("anna", get_pid, is_light=True) == os.getpid()
        assert patient.pid == 0
        budget.charge("anna", 4.0)
        assert run_preview("anna", get_pid) == prompt.pid, "until the patient one is ready"
        assert until_ready(patient)
        assert run_preview("anna", get_pid) == patient.pid
        assert run_preview("anna", get_pid, is_light=True) == patient.pid
        assert run_preview("ben", get_pid) == prompt.pid
        if hasattr(os, "SCHED_IDLE"):
            assert run_preview("anna", os.sched_getscheduler, 0) == os.SCHED_IDLE, "it takes idle processors only"
            assert run_preview("ben", os.sched_getscheduler, 0) == os.SCHED_OTHER
        budget.charge("anna", 3.0 * OVERDRAFT)
        with pytest.raises(PreviewsBusy):
            run_preview("anna", get_pid, is_light=True)
        assert run_preview("ben", get_pid) == prompt.pid
    finally:
        prompt.end()
        patient.end()


def test_a_process_starts_with_the_first_request(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    prompt = PreviewProcess(0)
    monkeypatch.setattr(processes, "_prompt", prompt)
    try:
        processes.start_processes(sender=None)
        assert prompt.pid == 0, "the setting is off"
        settings.PBEM_PREVIEW_PROCESSES = True
        processes.start_processes(sender=None)
        assert prompt.pid
    finally:
        prompt.end()


@pytest.mark.django_db
def test_a_page_reads_the_same_request_in_a_process(
    one: PreviewProcess, anna: Player, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    Player.objects.filter(pk=anna.pk).update(language="ja", time_zone="Asia/Tokyo")
    request = RequestFactory().post(
        "/decisions/7/?a=b", {"choice": "ü"}, headers={"cookie": "kept=1", "host": "localhost"}
    )
    request.user = Player.objects.get(pk=anna.pk)
    here = render_as_preview(describe, request, "word")
    monkeypatch.setattr(processes, "_prompt", one)
    settings.PBEM_PREVIEW_PROCESSES = True
    there = render_as_preview(describe, request, "word")
    assert (there.status_code, there.content) == (here.status_code, here.content)
    assert there.content.decode() == "POST|/decisions/7/|ü|anna|localhost|word|1|ja|Asia/Tokyo"
