"""A port that is taken is noticed at once, and the message says what to do."""

import socket

import pytest

from tools.launch import LaunchError, ports


def test_a_port_in_use_is_refused_with_advice() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(LaunchError, match=rf"port {port} on 127.0.0.1 is in use.*--port {port + 1}"):
            ports.must_be_free("127.0.0.1", port)
        assert ports.answers("127.0.0.1", port)
    ports.must_be_free("127.0.0.1", port)
    assert not ports.answers("127.0.0.1", port)


def test_an_address_of_another_machine_is_refused() -> None:
    with pytest.raises(LaunchError, match=r"cannot listen on 192\.0\.2\.1"):
        ports.must_be_free("192.0.2.1", ports.free())


def test_no_port_is_asked_of_the_system() -> None:
    ports.must_be_free("127.0.0.1", 0)
