"""Text from outside: rejected quickly, whatever it is."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from core.disk import text
from core.disk.text import parse_json, parse_toml, read_text
from core.errors import BadInput
from core.files.net_json import load_net
from core.lessons import load_lesson
from core.scenes import load_scene, parse_scene

SECONDS = 1.0  # limit of this thread's time for a rejection


def refused(read, *arguments) -> str:
    begin = time.thread_time()
    with pytest.raises(BadInput) as error:
        read(*arguments)
    assert time.thread_time() - begin < SECONDS
    message = str(error.value)
    assert "\n" not in message
    assert len(message) < 400
    return message


def test_many_double_keys_are_refused_at_once():
    keys = ",".join(f'"k{i}": 0' for i in range(200_000))
    document = f'{{{keys},"k199999": 1}}'
    assert len(document) > 2_000_000
    assert "'k199999' twice" in refused(parse_json, document, "net.json")
    assert "twice" in refused(parse_scene, document, "a", "a.json", True)


@pytest.mark.parametrize(
    "part",
    ["a", '"a b"', "'a'", "a ", "\ta", "1-_x"],
    ids=["a", "b", "c", "d", "e", "f"],
)
def test_a_key_of_very_many_parts_is_refused_at_once(part):
    key = ".".join([part] * 200_000)
    for document in (f"{key} = 1", f"[{key}]", f"[[{key}]]", f"x = {{ {key} = 1 }}"):
        assert "at most 16 parts" in refused(parse_toml, document, "a.toml")


def test_keys_of_a_few_parts_and_any_texts_are_read():
    key = ".".join("abcdefghijklmnop")
    assert list(parse_toml(f"{key} = 1", "a")) == ["a"]
    numbers = ", ".join(["0.5", "1.25e-3"] * 1000)
    assert len(parse_toml(f"x = [{numbers}]", "a")["x"]) == 2000
    sentence = "Look at it ... then at www.a.b.c.d.e.f.g.h, e.g. v1.2.3.4."
    assert parse_toml(f'x = "{sentence}"', "a")["x"] == sentence


@pytest.mark.parametrize(
    "document",
    [
        "a" * 2_000_000,
        '"' * 2_000_001,
        "a " * 1_000_000,
        "a." * 1_000_000,
        "'" * 99_999,
    ],
    ids=["letters", "quotes", "words", "dots", "single"],
)
def test_looking_for_long_keys_takes_no_time(document):
    refused(parse_toml, document, "a.toml")


def test_what_would_fill_the_memory_is_refused_before_it_is_parsed():
    assert "lists and objects" in refused(
        parse_json, "[" + "[]," * 1_000_001 + "0]", "net.json"
    )
    assert "entries" in refused(parse_json, "[" + "0," * 10_000_001 + "0]", "net.json")
    assert "bytes" in refused(parse_toml, "#" * (text.MAX_TOML + 1), "a.toml")


def test_files_are_read_up_to_their_limit(tmp_path: Path):
    path = tmp_path / "a.toml"
    path.write_bytes(b"\xef\xbb\xbf# ok")
    assert read_text(path, "a.toml", 7) == "# ok"
    assert "at most 6 bytes" in refused(read_text, path, "a.toml", 6)
    path.write_bytes(b"#" * (text.MAX_TOML + 1))
    assert "bytes" in refused(load_scene, path)
    assert "bytes" in refused(load_lesson, path)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs /dev/zero")
def test_a_file_without_an_end_is_refused(monkeypatch):
    monkeypatch.setattr("core.files.net_json.MAX_JSON", 1_000_000)
    assert "at most 1000000 bytes" in refused(load_net, "/dev/zero")
