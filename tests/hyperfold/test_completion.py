from __future__ import annotations

import shutil
import subprocess

import pytest

from hyperfold.cli import COMMANDS, main


def completion(capsys, shell: str) -> str:
    assert main(["completion", shell]) == 0
    return str(capsys.readouterr().out)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_command_and_option_is_offered(capsys, shell):
    text = completion(capsys, shell)
    for name in COMMANDS:
        assert name in text
    for word in ("seeds", "save", "onnx", "example", "spirals", "saturation"):
        assert word in text


def offered(script, *words: str) -> list[str]:
    """What bash would show after these words."""
    line = " ".join(f"'{w}'" for w in words)
    program = (
        f"{script}\nCOMP_WORDS=({line}); COMP_CWORD=$((${{#COMP_WORDS[@]}}-1)); "
        '_hyperfold; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    done = subprocess.run(
        ["bash", "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    return done.stdout.split()


@pytest.mark.skipif(shutil.which("bash") is None, reason="no bash here")
def test_bash_completes(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    script = completion(capsys, "bash")
    assert offered(script, "hyperfold", "tr") == ["train"]
    assert "spirals" in offered(script, "hyperfold", "shot", "spi")
    assert offered(script, "hyperfold", "train", "xor", "--sa") == ["--save"]
    assert offered(script, "hyperfold", "shot", "xor", "--theme", "d") == ["dark"]
    (tmp_path / "mine.hyperfold").write_text("")
    assert "mine.hyperfold" in offered(script, "hyperfold", "train", "mi")


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_other_shells_can_read_it(capsys, tmp_path, shell):
    if shutil.which(shell) is None:
        pytest.skip(f"no {shell} here")
    path = tmp_path / "script"
    path.write_text(completion(capsys, shell))
    subprocess.run([shell, "-n", str(path)], check=True)
