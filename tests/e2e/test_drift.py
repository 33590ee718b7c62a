"""Planted drift: each is found in its place, with what was accepted and found, the next command and the exit code."""

from __future__ import annotations

import pytest
from baseline import PAGE, script
from example import Example, Result

FOLDER = "snippets/torch-2.13.0/lanes/float32"
REVIEW = "python -m claims review lanes.float32"
SHOW = "python -m claims show lanes.float32"
PROSE = "docs/article/lanes.md"


def assert_shown(result: Result, *, kind: str, where: str, message: str, next: str) -> dict[str, str]:
    """Assert that one finding of that kind says this, in the report and on the terminal, and fails the build."""
    finding = result.found(kind)
    assert (finding["where"], finding["message"], finding["next"]) == (where, message, next)
    assert f"{where}: {message}\n" in result.stdout
    assert f"  next: {next}\n" in result.stdout
    assert result.code == result.report["exit_code"] == 1  # type: ignore[index]
    return finding


def test_nothing_drifts_in_the_project_that_holds(project: Example) -> None:
    """The copy that every other test spoils passes the gate as it is, freshly run and from accepted evidence alone."""
    for arguments in (["check"], ["check", "--accepted"]):
        result = project.run(*arguments)
        assert (result.code, result.findings) == (0, []), result.output
    assert "no findings" in result.stdout


def test_a_character_in_an_accepted_excerpt(project: Example) -> None:
    """One character edited in an accepted excerpt fails the build at its line, and its sentence becomes suspect."""
    project.edit(f"{FOLDER}/loop.cpp", "load(in + x)", "load(in + y)")
    result = project.run("check")
    finding = assert_shown(
        result,
        kind="excerpt",
        where=f"{FOLDER}/loop.cpp:3",
        message="claim lanes.float32: the excerpt loop.cpp changed",
        next=REVIEW,
    )
    assert (finding["accepted"], finding["found"]) == ("auto tmp0 = load(in + y);", "auto tmp0 = load(in + x);")
    assert result.found("suspect")["where"] == f"{PROSE}:3"


def test_a_character_in_a_part_that_an_accepted_excerpt_leaves_out(project: Example) -> None:
    """One character edited in an accepted whole artifact, outside its excerpt, fails the build at its line."""
    project.edit(f"{FOLDER}/loop.whole.cpp", "maximum(tmp1, 0)", "maximum(tmp1, 1)")
    finding = assert_shown(
        project.run("check"),
        kind="left-out part",
        where=f"{FOLDER}/loop.whole.cpp:7",
        message="claim lanes.float32: the part that loop.cpp leaves out changed",
        next=REVIEW,
    )
    assert "-        auto tmp2 = maximum(tmp1, 1);\n+        auto tmp2 = maximum(tmp1, 0);" in finding["detail"]


def test_other_generated_code(project: Example) -> None:
    """Where PyTorch generates something else, value and excerpt drift in a fresh run and accepted evidence stays."""
    before = project.tree()
    project.edit("generated.cpp", "x+=8", "x+=16")
    project.edit("generated.cpp", "store(out + x, tmp2)", "store(out + x, tmp1)")
    ran = project.run("run")
    assert ran.code == 0, ran.output
    result = project.run("check")
    assert_shown(
        result,
        kind="value",
        where=f"{FOLDER}/evidence.json",
        message="claim lanes.float32: the value “step” changed",
        next=REVIEW,
    )
    assert (result.found("value")["accepted"], result.found("value")["found"]) == ("8 floats", "16 floats")
    assert result.found("excerpt")["where"] == f"{FOLDER}/loop.cpp:5"
    assert project.tree() == before


def test_other_generated_code_in_the_part_left_out(project: Example) -> None:
    """A change that only the elision covers drifts in a fresh run too."""
    project.edit("generated.cpp", "maximum(tmp1, 0)", "maximum(tmp1, 1)")
    assert project.run("run").code == 0
    result = project.run("check")
    assert result.kinds == ["left-out part"]
    assert result.found("left-out part")["where"] == f"{FOLDER}/loop.whole.cpp:7"


def test_an_accepted_value(project: Example) -> None:
    """An edited accepted value drifts from the run, contradicts the prose and makes its sentence suspect."""
    project.edit(f"{FOLDER}/evidence.json", '"value": 8', '"value": 16')
    result = project.run("check")
    finding = assert_shown(
        result,
        kind="value",
        where=f"{FOLDER}/evidence.json",
        message="claim lanes.float32: the value “step” changed",
        next=REVIEW,
    )
    assert (finding["accepted"], finding["found"]) == ("16 floats", "8 floats")
    assert result.found("text against evidence")["message"].endswith("the text says 8, the evidence says 16 (floats)")
    assert result.found("suspect")["where"] == f"{PROSE}:3"


def test_a_figure_in_prose(project: Example) -> None:
    """A figure in a link's text that is not the value fails the build at its line."""
    project.edit(PROSE, "[8](claim", "[16](claim")
    finding = assert_shown(
        project.run("check"),
        kind="text against evidence",
        where=f"{PROSE}:3",
        message="claim lanes.float32: the text says 16, the evidence says 8 (floats)",
        next=SHOW,
    )
    assert "torch 2.13.0, " in finding["detail"]


def test_a_reworded_sentence(project: Example) -> None:
    """A sentence that names a claim cannot be reworded without a new review."""
    project.edit(PROSE, "is [stored once]", "is always [stored once]")
    finding = assert_shown(
        project.run("check"),
        kind="suspect",
        where=f"{PROSE}:4",
        message="claim lanes.stored: reworded since it was reviewed",
        next="python -m claims review lanes.stored",
    )
    assert finding["accepted"] == "Each of them is stored once, see the loop."
    assert finding["found"] == "Each of them is always stored once, see the loop."


def test_evidence_changed_under_a_reviewed_sentence(project: Example) -> None:
    """Accepted evidence that changed since its sentence was reviewed makes the sentence suspect, with no run at all."""
    project.edit(f"{FOLDER}/loop.whole.cpp", "maximum(tmp1, 0)", "maximum(tmp1, 1)")
    assert_shown(
        project.run("check", "--accepted"),
        kind="suspect",
        where=f"{PROSE}:3",
        message="claim lanes.float32: evidence changed since the sentence was reviewed",
        next=REVIEW,
    )


def test_a_claim_that_no_prose_names(project: Example) -> None:
    """A claim fails the build as long as no page names it."""
    project.edit(PROSE, "is [stored once](claim:lanes.stored), see", "is stored once, see")
    assert_shown(
        project.run("check"),
        kind="claim without prose",
        where="claims/article/lanes/stored.py:1",
        message="claim lanes.stored: no page of article or guide names it; write [phrase](claim:lanes.stored)",
        next="python -m claims show lanes.stored",
    )


def test_prose_that_names_no_claim(project: Example) -> None:
    """A link to a claim that does not exist fails the build at its line, with the closest id."""
    project.edit(PROSE, "claim:lanes.stored", "claim:lanes.stores")
    assert_shown(
        project.run("check"),
        kind="prose without claim",
        where=f"{PROSE}:4",
        message="claim lanes.stores: no claim is called that; the closest is lanes.stored",
        next="python -m claims list",
    )


def test_a_code_block_typed_by_hand(project: Example) -> None:
    """A code block in the article that is no excerpt fails the build at its line."""
    project.write({PROSE: f"{PAGE}\n```cpp\nstore(out + x, tmp2);\n```\n"})
    assert_shown(
        project.run("check"),
        kind="typed code",
        where=f"{PROSE}:12",
        message="a code block was typed by hand (store(out + x, tmp2);); "
        'show an excerpt: a fenced block with only --8<-- "chapter/claim/file"',
        next="python -m claims list",
    )


def test_a_number_typed_by_hand(project: Example) -> None:
    """A number with a unit that no claim carries fails the build at its line, and says which claim has it."""
    project.write({PROSE: f"{PAGE}\nThat makes 8 floats.\n"})
    assert_shown(
        project.run("check"),
        kind="typed number",
        where=f"{PROSE}:12",
        message="8 floats: a number with a unit that no claim carries; write [8](claim:lanes.float32#step)",
        next=SHOW,
    )


def test_a_broken_anchor(project: Example) -> None:
    """A link to a heading that is gone fails the build at its line, with the closest one."""
    project.edit(PROSE, "](#the-loop)", "](#the-loops)")
    assert_shown(
        project.run("check"),
        kind="broken link",
        where=f"{PROSE}:4",
        message=f"#the-loops: {PROSE} has no heading #the-loops; the closest is #the-loop",
        next=f"grep -n '^#' {PROSE}",
    )


def test_a_claim_that_makes_no_check(project: Example) -> None:
    """A claim that asserts nothing does not hold, in a run, in the gate, and for accept."""
    project.write({"claims/article/lanes/stored.py": script("Every float is stored once.", "pass")})
    ran = project.run("run")
    message = "claim lanes.stored: made no check, no value and no ordering, so it holds nothing"
    assert ran.code == 1 and message in ran.stdout
    assert_shown(
        project.run("check"),
        kind="no assertion",
        where="claims/article/lanes/stored.py",
        message=message,
        next="add a check to claims/article/lanes/stored.py",
    )
    before = project.tree()
    refused = project.run("accept", "lanes.stored")
    assert refused.code == 1
    assert "REFUSED   lanes.stored  refused: it makes no check" in refused.stdout
    assert project.tree() == before


def test_a_control_that_passes(project: Example) -> None:
    """A claim whose control does not make it fail is vacuous, in a run, in the gate, and for accept."""
    place = "claims/article/lanes/float32.py"
    project.edit(place, "halved=True", "halved=False")
    message = "claim lanes.float32: its control “half the register” does not fail in “step”: it notices nothing"
    ran = project.run("run", "--controls")
    assert ran.code == 1 and message in ran.stdout
    finding = assert_shown(
        project.run("check"),
        kind="vacuous control",
        where=place,
        message=message,
        next=f"mend {place}, then: python -m claims run lanes.float32 --controls",
    )
    assert finding["found"] == "8 floats in place of 8 floats"
    before = project.tree()
    refused = project.run("accept", "lanes.float32")
    assert refused.code == 1
    assert "refused: a control does not fail in the piece it names" in refused.stdout
    assert project.tree() == before


def test_a_check_that_no_longer_holds(project: Example) -> None:
    """A check that fails is drift with what was found, and cannot be accepted."""
    project.edit("generated.cpp", "store(out + x, tmp2);", "store(out + x, tmp2), store(out, tmp2);")
    ran = project.run("run", "lanes.stored")
    assert ran.code == 1
    result = project.run("check", "lanes.stored")
    finding = assert_shown(
        result,
        kind="check",
        where="claims/article/lanes/stored.py",
        message="claim lanes.stored: the check “one store” does not hold",
        next="python -m claims show lanes.stored --fresh",
    )
    assert (finding["accepted"], finding["found"]) == ("holds", "2")
    assert "the check “one store” does not hold" in project.run("accept", "lanes.stored").stdout


def test_a_stale_control(project: Example) -> None:
    """Accepted controls count only for the very script that they ran with."""
    project.edit("claims/article/lanes/stored.py", "times: int = 1", "times: int = 1 + 0")
    assert project.run("run").code == 0
    result = project.run("check")
    assert_shown(
        result,
        kind="stale control",
        where="claims/article/lanes/stored.py",
        message="claim lanes.stored: its accepted controls ran with another version of the script",
        next="python -m claims run lanes.stored --controls && python -m claims accept lanes.stored",
    )
    assert result.kinds == ["stale control"]


def test_a_changed_script_without_a_run(project: Example) -> None:
    """What the newest run found says nothing of a script that has changed since."""
    project.edit("claims/article/lanes/stored.py", "times: int = 1", "times: int = 1 + 0")
    assert_shown(
        project.run("check"),
        kind="not run",
        where="claims/article/lanes/stored.py",
        message="claim lanes.stored: the newest run did not reach it, or its script has changed since",
        next="python -m claims run lanes.stored",
    )


def test_a_changed_statement(project: Example) -> None:
    """A claim's statement is evidence too: it drifts until it is accepted."""
    project.edit("claims/article/lanes/stored.py", "Every float is stored once.", "Every float is stored.")
    assert project.run("run", "--controls").code == 0
    finding = assert_shown(
        project.run("check"),
        kind="statement",
        where="snippets/torch-2.13.0/lanes/stored/evidence.json",
        message="claim lanes.stored: the statement changed",
        next="python -m claims review lanes.stored",
    )
    assert (finding["accepted"], finding["found"]) == ("Every float is stored once.", "Every float is stored.")
    accepted = project.run("accept")
    assert accepted.code == 0, accepted.output
    assert project.run("check").code == 0


def test_a_folder_without_its_claim(project: Example) -> None:
    """Accepted evidence whose claim is gone fails the build."""
    project.remove("claims/article/lanes/stored.py")
    project.edit(PROSE, "is [stored once](claim:lanes.stored), see", "is stored once, see")
    assert_shown(
        project.run("check"),
        kind="folder without claim",
        where="snippets/torch-2.13.0/lanes/stored",
        message="accepted evidence without its claim: no script has this id",
        next="git rm -r snippets/torch-2.13.0/lanes/stored",
    )


def test_torn_evidence(project: Example) -> None:
    """An accepted evidence.json that is cut off is named, with the way back, and is not taken for a new claim."""
    path = f"{FOLDER}/evidence.json"
    project.write({path: project.read(path)[:100]})
    result = project.run("check")
    finding = result.found("torn evidence")
    assert (finding["where"], finding["next"]) == (path, f"git checkout -- {FOLDER}")
    assert finding["message"].startswith("claim lanes.float32: cannot be read: ")
    assert result.code == 1 and "not accepted yet" not in result.kinds
    assert not result.report["verdicts"]["lanes.float32"]["holds"]  # type: ignore[index]
    shown = project.run("show", "lanes.float32")
    assert shown.code == 1 and "git checkout -- " in shown.stderr
    ran = project.run("run")
    assert ran.code == 0, ran.output


@pytest.mark.parametrize("name", ["loop.cpp", "loop.whole.cpp"])
def test_a_lost_excerpt(project: Example, name: str) -> None:
    """An excerpt or whole artifact that evidence.json names and that is gone counts as torn evidence."""
    project.remove(f"{FOLDER}/{name}")
    result = project.run("check")
    assert result.code == 1
    assert result.found("torn evidence")["where"] == f"{FOLDER}/{name}"


def test_another_revision(project: Example) -> None:
    """An installed PyTorch of another git revision stops every command that would judge, with exit code 4."""
    project.edit("pyproject.toml", "cf30153c", "deadbeef")
    for arguments in (["run"], ["check", "--accepted"], ["accept"]):
        result = project.run(*arguments)
        assert result.code == 4
        assert "pyproject.toml: the project is pinned to torch 2.13.0 (deadbeef), " in result.stderr
        assert "this environment has torch 2.13.0 (cf30153c)" in result.stderr
        assert "  next: python -m claims list\n" in result.stderr


def test_another_revision_than_the_files_say(project: Example) -> None:
    """A run in which the imported PyTorch is not the pinned one fails with exit code 4, whatever else is wrong."""
    project.edit("generated.cpp", "x+=8", "x+=16")
    ran = project.run("run", OTHER_REVISION="deadbeef" * 5)
    assert ran.code == 4
    result = project.run("check")
    assert (result.code, result.found("wrong build")["found"]) == (4, "deadbeef" * 5)
    assert result.found("value")


def test_another_profile(project: Example) -> None:
    """On another vector ISA, what depends on it is listed as not comparable, checks count, and the build holds."""
    project.edit("generated.cpp", "x+=8", "x+=16")
    ran = project.run("run", ATEN_CPU_CAPABILITY="avx512")
    assert ran.code == 0, ran.output
    result = project.run("check")
    assert (result.code, result.findings) == (0, []), result.output
    assert "not comparable here: accepted with avx2, this machine has avx512\n" in result.stdout
    assert "  lanes.float32 “loop.cpp”\n  lanes.float32 “step”\n" in result.stdout
    before = project.tree()
    refused = project.run("accept", "lanes.float32")
    assert refused.code == 1 and "--replace-profile" in refused.stdout
    assert project.tree() == before
